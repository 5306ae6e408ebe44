#!/bin/sh
# Makes Temporal's two databases where they are not there, and brings both to the schema of this image's version. Run
# again, it changes nothing. Where the server is and who asks comes from SQL_PLUGIN, SQL_HOST, SQL_PORT, SQL_USER and
# SQL_PASSWORD, which the tool reads itself.
set -eu

set_up() {
  echo "set up $1"
  temporal-sql-tool --db "$1" create-database
  temporal-sql-tool --db "$1" setup-schema -v 0.0
  temporal-sql-tool --db "$1" update-schema -d "/etc/temporal/schema/postgresql/v12/$2/versioned"
}

set_up temporal temporal
set_up temporal_visibility visibility
