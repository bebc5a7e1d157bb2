#!/bin/sh
# Step 4 of a restore: copies the objects that list-objects.sh has listed to the bucket of the platform. Needs rclone. Fails with
# a list if the backup lacks objects. Run it again after an interruption.
set -eu
. "$(dirname "$0")/remotes.sh"
folder=${BACKUP_DIR:?}
name=$(cat "$folder/name")
# Objects that were deleted after the dump are in the folders of this backup and of later ones.
deleted=$(rclone lsf --dirs-only backup:deleted-objects)
for each in $(printf '%s\n' "$deleted" | awk -v name="$name/" '$0 >= name'); do
  rclone copy --size-only --files-from-raw "$folder/object-keys" "backup:deleted-objects/${each%/}" platform:
done
rclone copy --size-only --files-from-raw "$folder/object-keys" backup:objects platform:

rclone lsf --recursive --files-only --fast-list platform: | LC_ALL=C sort >"$folder/restored-keys"
LC_ALL=C sort "$folder/object-keys" >"$folder/expected-keys"
missing=$(LC_ALL=C comm -23 "$folder/expected-keys" "$folder/restored-keys")
if [ -n "$missing" ]; then
  printf 'The backup lacks these objects. The documents and artifacts with these IDs have no content:\n%s\n' "$missing" >&2
  exit 1
fi
echo "Restored $(wc -l <"$folder/expected-keys") objects."
