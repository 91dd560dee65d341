#!/bin/sh
. ./lib/common.sh
BURST=10

acquire() {
  echo "release() {" # not_code() {
}

function release {
  echo $#
}
