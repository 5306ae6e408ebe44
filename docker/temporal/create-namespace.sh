#!/bin/sh
# Makes the namespace where it is not there, and ends when it can be used: a server takes some seconds to see a new one.
# The address and the namespace come from TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE, which the tool reads itself.
set -eu

wait_until() {
  tries_left=30
  until "$@" >/dev/null 2>&1; do
    tries_left=$((tries_left - 1))
    if [ "$tries_left" -eq 0 ]; then
      echo "gave up waiting for: $*" >&2
      "$@"
      exit 1
    fi
    sleep 2
  done
}

wait_until temporal operator cluster health

if temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1; then
  echo "namespace $TEMPORAL_NAMESPACE is there"
else
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$RETENTION"
fi

wait_until temporal workflow count --namespace "$TEMPORAL_NAMESPACE"
echo "namespace $TEMPORAL_NAMESPACE at $TEMPORAL_ADDRESS can be used"
