# Defines two remotes of rclone: `platform:`, the bucket of the platform, and `backup:`, the bucket of the backups. A script
# includes this file. rclone reads the remotes from the environment and needs no configuration file.
export RCLONE_CONFIG=
# Sets the variables of an S3 remote. Arguments: name of the remote, prefix of the variables.
s3_remote() {
  eval "endpoint=\${$2_ENDPOINT:-} region=\${$2_REGION:-} path_style=\${$2_FORCE_PATH_STYLE:-false}"
  eval "key_id=\${$2_ACCESS_KEY_ID:-} key=\${$2_SECRET_ACCESS_KEY:-}"
  export "RCLONE_CONFIG_$1_TYPE=s3" "RCLONE_CONFIG_$1_REGION=$region" "RCLONE_CONFIG_$1_FORCE_PATH_STYLE=$path_style"
  # Only administrators may create buckets.
  export "RCLONE_CONFIG_$1_NO_CHECK_BUCKET=true"
  if [ -n "$endpoint" ]; then
    export "RCLONE_CONFIG_$1_PROVIDER=Other" "RCLONE_CONFIG_$1_ENDPOINT=$endpoint"
  else
    export "RCLONE_CONFIG_$1_PROVIDER=AWS"
  fi
  if [ -n "$key_id" ]; then
    export "RCLONE_CONFIG_$1_ACCESS_KEY_ID=$key_id" "RCLONE_CONFIG_$1_SECRET_ACCESS_KEY=$key"
  else
    # Credentials of the pod or the machine.
    export "RCLONE_CONFIG_$1_ENV_AUTH=true"
  fi
}

if [ "${S3_ENDPOINT:-} ${S3_BUCKET:?}" = "${BACKUP_S3_ENDPOINT:-} ${BACKUP_S3_BUCKET:?}" ]; then
  echo 'The bucket of the backups must not be the bucket of the platform.' >&2
  exit 1
fi
s3_remote PLATFORMS3 S3
s3_remote BACKUPS3 BACKUP_S3
export RCLONE_CONFIG_PLATFORM_TYPE=alias RCLONE_CONFIG_PLATFORM_REMOTE="PLATFORMS3:$S3_BUCKET"
if [ -n "${BACKUP_PASSPHRASE:-}" ]; then
  export RCLONE_CONFIG_BACKUP_TYPE=crypt RCLONE_CONFIG_BACKUP_REMOTE="BACKUPS3:$BACKUP_S3_BUCKET"
  RCLONE_CONFIG_BACKUP_PASSWORD=$(printf %s "$BACKUP_PASSPHRASE" | rclone obscure -)
  export RCLONE_CONFIG_BACKUP_PASSWORD
else
  export RCLONE_CONFIG_BACKUP_TYPE=alias RCLONE_CONFIG_BACKUP_REMOTE="BACKUPS3:$BACKUP_S3_BUCKET"
fi
