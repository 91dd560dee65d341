#!/bin/sh
# Creates the namespace and registers Conclave's search attributes. Idempotent: an existing namespace keeps its retention.
# Runs in the admin-tools image, against TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE.
set -eu
: "${TEMPORAL_ADDRESS:?}" "${TEMPORAL_NAMESPACE:?}" "${RETENTION:?}" "${SEARCH_ATTRIBUTES:?}"
tries=${TRIES:-60}

# Retries, because a new server or namespace is not visible everywhere at once.
until_done() {
  left=$tries
  until said=$("$@" 2>&1); do
    left=$((left - 1))
    if [ "$left" -le 0 ]; then
      printf 'namespace: %s\n' "$said" >&2
      exit 1
    fi
    sleep 1
  done
}

namespace() {
  temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" ||
    temporal operator namespace create -n "$TEMPORAL_NAMESPACE" --retention "$RETENTION"
}

attribute() {
  temporal operator search-attribute list -n "$TEMPORAL_NAMESPACE" | grep -q "^ *$1 " ||
    temporal operator search-attribute create -n "$TEMPORAL_NAMESPACE" --name "$1" --type "$2"
}

until_done temporal operator cluster health
until_done namespace
echo "namespace: $TEMPORAL_NAMESPACE"
for pair in $SEARCH_ATTRIBUTES; do
  until_done attribute "${pair%=*}" "${pair#*=}"
  echo "search attribute: $pair"
done
