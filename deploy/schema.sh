#!/bin/sh
# Creates Temporal's two databases and brings their schemas up to date. May run again at any time: what is
# there stays. Runs in the admin-tools image; temporal-sql-tool reads SQL_* from the environment.
set -eu
: "${SQL_HOST:?}" "${SQL_USER:?}" "${SQL_PASSWORD:?}" "${SQL_PLUGIN:?}"
case $SQL_PASSWORD in
*[[:space:]\"\\]*)
  # temporal-sql-tool reads a space as a plus, and the server's configuration has it in double quotes.
  echo 'schema: the password has a space, a double quote or a backslash: take others' >&2
  exit 1
  ;;
esac
schemas=${SCHEMA_FOLDER:-/etc/temporal/schema/postgresql/v12}

prepare() {
  echo "schema: database $1"
  temporal-sql-tool --db "$1" create
  temporal-sql-tool --db "$1" setup-schema -v 0.0
  temporal-sql-tool --db "$1" update-schema -d "$schemas/$2/versioned"
}

prepare temporal temporal
prepare temporal_visibility visibility
echo "schema: up to date"
