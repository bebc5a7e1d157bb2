#!/bin/sh
# Step 2 of a backup: copies the bucket of the platform and the dump in BACKUP_DIR to the bucket of the backups, and deletes backups
# that are older than BACKUP_RETENTION_DAYS. Without a dump, copies only the bucket. Needs rclone. The bucket of the backups contains:
#
#   objects/<key>                   the objects of the platform at the last backup
#   deleted-objects/<backup>/<key>  the objects that were deleted between the previous backup and this one
#   databases/<backup>.dump         the dump, stored last: a backup without it is not complete
set -eu
. "$(dirname "$0")/remotes.sh"
folder=${BACKUP_DIR:?}
[ -f "$folder/name" ] || date -u +%Y-%m-%dT%H-%M-%SZ >"$folder/name"
name=$(cat "$folder/name")
# Without this check, the wrong bucket or prefix would move all objects to deleted-objects.
if [ -z "$(rclone lsf --max-depth 1 platform:)" ] && [ -n "$(rclone lsf --max-depth 1 backup:objects)" ]; then
  echo 'The bucket of the platform is empty, but the previous backup contains objects. Check S3_BUCKET.' >&2
  exit 1
fi
# Objects never change, so an object with the same size is the same object.
rclone sync --size-only --fast-list --backup-dir "backup:deleted-objects/$name" platform: backup:objects
if [ -f "$folder/database.dump" ]; then rclone copyto "$folder/database.dump" "backup:databases/$name.dump"; fi

oldest=$(date -u -d "@$(($(date +%s) - ${BACKUP_RETENTION_DAYS:?} * 86400))" +%Y-%m-%dT%H-%M-%SZ)
# Prints the names in the input that are older than the oldest backup to keep.
expired() { awk -v oldest="$oldest" '{ sub(/(\.dump|\/)$/, "") } $0 != "" && $0 < oldest'; }
dumps=$(rclone lsf backup:databases)
deleted=$(rclone lsf --dirs-only backup:deleted-objects)
printf '%s\n' "$dumps" | expired | while read -r each; do rclone deletefile "backup:databases/$each.dump"; done
printf '%s\n' "$deleted" | expired | while read -r each; do rclone purge "backup:deleted-objects/$each"; done
echo "Stored the backup $name."
