#!/bin/sh
# Creates Temporal's two databases and updates their schemas. Idempotent: existing data stays. Runs in the admin-tools
# image; temporal-sql-tool reads SQL_* from the environment.
set -eu
: "${SQL_HOST:?}" "${SQL_USER:?}" "${SQL_PASSWORD:?}" "${SQL_PLUGIN:?}"
case $SQL_PASSWORD in
*[[:space:]\"\\]*)
  # temporal-sql-tool reads a space as a plus, and the server's configuration puts the password in double quotes.
  echo 'schema: the password contains a space, a double quote or a backslash: choose another one' >&2
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
