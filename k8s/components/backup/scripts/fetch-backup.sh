#!/bin/sh
# Step 1 of a restore: copies the dump of a backup to the folder BACKUP_DIR. Needs rclone. Argument: name of the backup, by default
# the latest.
set -eu
. "$(dirname "$0")/remotes.sh"
folder=${BACKUP_DIR:?}
names=$(rclone lsf backup:databases)
name=${1:-$(printf '%s\n' "$names" | sed 's/\.dump$//' | sort | tail -n 1)}
rclone copyto "backup:databases/${name:?There is no backup.}.dump" "$folder/database.dump"
echo "$name" >"$folder/name"
echo "Fetched the backup $name."
