#!/usr/bin/env bash
# Deploys this release, or a newer one over an older one, with the AWS command line alone. See --help.
set -euo pipefail
cd "$(dirname "$0")"
export AWS_PAGER=''

usage() {
  cat <<'TEXT'
Usage: ./deploy.sh [--stage prod] [--region eu-central-1] [--alarm-email you@example.com]
                   [--back-office-secret file.json] [--sources-secret file.json]
                   [--replace-secrets] [--webhook-concurrency 20] [--operator-concurrency 10] [--metrics on] [--yes]

It needs the AWS command line with your credentials, as in AWS CloudShell. It
  1. makes a private bucket for the zips and uploads them,
  2. shows what will change, and asks before it changes anything,
  3. asks for the two secrets that are not set yet (or takes them from the files),
  4. prints the addresses of the webhooks, and
  5. runs doctor.
A second run continues where the first one ended. --yes asks nothing: it deploys, and leaves a secret without a file as it is.
A secret that was set before may have been rotated since, so its file replaces it only with --replace-secrets, or if you say so.
--webhook-concurrency keeps that many executions of the account free for each of the two webhook functions, and is their most (0: none).
--operator-concurrency is the same for the operator function (0: no ceiling). By itself it is 10 where the account has that many to spare.
--metrics on makes the functions write metrics for CloudWatch, which charges for each; --metrics off ends that. Alarms need none of them.
These three and the address for alarms stay as they are if they are not named again. --alarm-email '' takes the address away.
TEXT
}

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

stage=prod
region=''
alarm_address=''
alarm_named=''
webhook_concurrency=''
operator_concurrency=''
metrics=''
back_office_file=''
sources_file=''
replace=''
ask=yes
while [ $# -gt 0 ]; do
  case "$1" in
    --help) usage && exit 0 ;;
    --yes) ask='' && shift && continue ;;
    --replace-secrets) replace=yes && shift && continue ;;
    --stage | --region | --alarm-email | --back-office-secret | --sources-secret | --webhook-concurrency | --operator-concurrency | --metrics)
      [ $# -gt 1 ] || fail "$1 needs a value. ./deploy.sh --help shows all options."
      ;;
    *) fail "There is no option $1. ./deploy.sh --help shows all options." ;;
  esac
  case "$1" in
    --stage) stage="$2" ;;
    --region) region="$2" ;;
    --alarm-email) alarm_address="$2" alarm_named=yes ;;
    --back-office-secret) back_office_file="$2" ;;
    --sources-secret) sources_file="$2" ;;
    --webhook-concurrency) webhook_concurrency="$2" ;;
    --operator-concurrency) operator_concurrency="$2" ;;
    --metrics) metrics="$2" ;;
  esac
  shift 2
done
[[ "$stage" =~ ^[a-z][a-z0-9-]{0,20}$ ]] ||
  fail "The stage \"$stage\" cannot be used: write up to 21 small letters, digits and hyphens that begin with a letter."
[[ "$webhook_concurrency" =~ ^(|0|[1-9][0-9]{0,3})$ ]] || fail '--webhook-concurrency needs a number, such as 20, or 0 for none.'
[[ "$operator_concurrency" =~ ^(|0|[1-9][0-9]{0,3})$ ]] || fail '--operator-concurrency needs a number, such as 10, or 0 for none.'
[[ "$metrics" =~ ^(|on|off)$ ]] || fail '--metrics needs on or off.'
[[ "$alarm_address" =~ ^([^[:space:],\"]+@[^[:space:],\"]+)?$ ]] || fail '--alarm-email needs one address, such as you@example.com.'
# Read once: it may be a pipe.
text_of() {
  [ -z "$1" ] || cat "$1" 2>/dev/null || fail "The file $1 cannot be read. A path counts from $PWD, or begins with /."
}
back_office_text="$(text_of "$back_office_file")"
sources_text="$(text_of "$sources_file")"
[ -n "$ask" ] && [ ! -t 0 ] && fail 'Nobody can answer questions here: use --yes.'

if command -v sha256sum >/dev/null; then check=(sha256sum); else check=(shasum -a 256); fi
"${check[@]}" --check SHA256SUMS >/dev/null || fail 'A file of this release is damaged: build or download it again.'
command -v aws >/dev/null || fail 'The AWS command line is missing: install it, or use AWS CloudShell.'
[ -z "$region" ] || export AWS_REGION="$region" AWS_DEFAULT_REGION="$region"
region="${AWS_REGION:-${AWS_DEFAULT_REGION:-$(aws configure get region || true)}}"
[ -n "$region" ] || fail 'The region is missing: use --region eu-central-1, for example.'
export AWS_REGION="$region" AWS_DEFAULT_REGION="$region"

# The AWS command line reads the JSON: each operation has a parameter of the shape of a secret, and the last option keeps it from being called.
has_shape() {
  local text="$1"
  shift
  case "$text" in '{'*) ;; *) return 1 ;; esac
  printf '%s' "$text" | aws "$@" file:///dev/stdin --generate-cli-skeleton output >/dev/null 2>&1
}

if [ -n "$back_office_file" ]; then
  for name in baseUrl username password; do
    case "$back_office_text" in *"\"$name\""*) ;; *) fail "The file $back_office_file has no \"$name\"." ;; esac
  done
  has_shape "$back_office_text" lambda tag-resource --resource none --tags ||
    fail "The file $back_office_file must be JSON: {\"baseUrl\": \"https://...\", \"username\": \"...\", \"password\": \"...\"}"
fi
if [ -n "$sources_file" ]; then
  has_shape "$sources_text" apigateway test-invoke-method --rest-api-id none --resource-id none --http-method GET --multi-value-headers ||
    fail "The file $sources_file must be JSON, with a list of texts for each source: {\"<source>\": [\"<secret>\"]}"
fi
account="$(aws sts get-caller-identity --query Account --output text)" || fail 'There are no valid AWS credentials.'
stack="backoffice-bridge-$stage"
bucket="backoffice-bridge-code-$account-$region"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
printf 'Stack %s in account %s, %s.\n' "$stack" "$account" "$region"

confirm() {
  [ -n "$ask" ] || return 0
  local answer
  read -r -p "$1 [y/N] " answer
  [ "$answer" = y ] || [ "$answer" = yes ]
}

output_of() {
  aws cloudformation describe-stacks --stack-name "$stack" --output text \
    --query "Stacks[0].Outputs[?OutputKey=='$1'].OutputValue"
}

# Whether something is there; `found` is what the command prints. Only the service's own words for "there is none" count as absent: a
# missing right or a broken network ends the deployment.
is_there() {
  local absent="$1" problem="$2"
  shift 2
  if found="$(aws "$@" 2>"$work/refusal")"; then return 0; fi
  if grep -qF -- "$absent" "$work/refusal"; then return 1; fi
  fail "$problem $(cat "$work/refusal")"
}

# Anybody can guess the name of the bucket and make it first: each call is refused unless the bucket is this account's.
upload() {
  local own=(--bucket "$bucket" --expected-bucket-owner "$account")
  if ! is_there '(404)' "The bucket $bucket belongs to another account, or you may not read it:" s3api head-bucket "${own[@]}"; then
    local place=(--create-bucket-configuration "LocationConstraint=$region")
    [ "$region" != us-east-1 ] || place=()
    aws s3api create-bucket --bucket "$bucket" ${place[@]+"${place[@]}"} >/dev/null
  fi
  # Also on a later run: the first one may have ended in between.
  aws s3api put-public-access-block "${own[@]}" --public-access-block-configuration \
    'BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true'
  local file sum checksum object
  while read -r file sum checksum; do
    object=("${own[@]}" --key "$sum/$file")
    # S3 has computed this checksum itself, whatever the name of the object says.
    if is_there '(404)' "The bucket $bucket cannot be read:" s3api head-object "${object[@]}" --checksum-mode ENABLED \
      --query ChecksumSHA256 --output text && [ "$found" = "$checksum" ]; then continue; fi
    aws s3api put-object "${object[@]}" --body "$file" --checksum-algorithm SHA256 --checksum-sha256 "$checksum" >/dev/null
  done < <(if is_large; then objects; else zips; fi)
}

# Such a template is too large for a request: CloudFormation reads it from the bucket.
is_large() { [ "$(wc -c <template.json)" -gt 51200 ]; }

# Each zip and the template, its SHA-256 in hex, by which it lies in the bucket, and in base64, as S3 and Lambda say it.
objects() {
  local sum file
  while read -r sum file; do
    case "$file" in
      *.zip | template.json) printf '%s %s %s\n' "$file" "$sum" "$(printf '%b' "$(printf %s "$sum" | sed 's/../\\x&/g')" | base64)" ;;
    esac
  done <SHA256SUMS
}
zips() { objects | grep -v '^template.json '; }

# Whoever may write to the bucket can exchange a zip once it was compared. Lambda says what it has taken.
check_code() {
  local file sum checksum name taken
  while read -r file sum checksum; do
    name="$stack-${file%.zip}"
    taken="$(aws lambda get-function-configuration --function-name "$name" --query CodeSha256 --output text)" ||
      fail "Nobody knows which code $name runs. The stack is deployed: run this again with the right to read the function."
    [ "$taken" = "$checksum" ] || fail "The function $name runs other code than this release has: its CodeSha256 is $taken, not $checksum.
No secret was written. Find out who could write to the bucket $bucket or to the function, then put the right code there and run this again:
  aws lambda update-function-code --function-name $name --zip-file fileb://$PWD/$file"
  done < <(zips)
}

# Adds what was named. What was not named stays as the stack has it; an older release may not have the parameter.
parameter() {
  local name="$1" is_named="$2" value="$3"
  if [ -n "$is_named" ]; then
    parameters+=("ParameterKey=$name,ParameterValue=$value")
  elif [[ " ${known//[[:space:]]/ } " == *" $name "* ]]; then
    parameters+=("ParameterKey=$name,UsePreviousValue=true")
  fi
}

# A first deployment that is refused for its executions would leave tables behind. Lambda keeps 100 executions for all other functions, so a
# small account has none for a ceiling of the operator function.
plan_concurrency() {
  local free needed=$((2 * ${webhook_concurrency:-0} + ${operator_concurrency:-0} + 100))
  free="$(aws lambda get-account-settings --query AccountLimit.UnreservedConcurrentExecutions --output text 2>"$work/refusal")" || free=''
  if ! [[ "$free" =~ ^[0-9]+$ ]]; then
    [ "$needed" -eq 100 ] || fail "The free executions of the account cannot be read. $(cat "$work/refusal")"
  elif [ "$needed" -gt 100 ] && [ "$free" -lt "$needed" ]; then
    fail "What is to be reserved needs $needed free executions, and the account has $free: raise its quota, or leave --webhook-concurrency and --operator-concurrency out."
  elif [ -z "$operator_concurrency" ] && [ "$free" -ge $((needed + 10)) ]; then
    operator_concurrency=10
  fi
}

deploy() {
  local status='' known='' kind=CREATE by_osls change reason parameters
  if is_there 'does not exist' 'The stack cannot be read:' cloudformation describe-stacks --stack-name "$stack" --output text \
    --query 'Stacks[0].[StackStatus,Parameters[].ParameterKey]'; then
    status="${found%%[[:space:]]*}"
  fi
  case "$status" in
    '' | REVIEW_IN_PROGRESS) plan_concurrency ;;
    CREATE_FAILED | ROLLBACK_COMPLETE | ROLLBACK_FAILED | DELETE_FAILED)
      fail "The stack is in $status: look at its events, delete it (aws cloudformation delete-stack --stack-name $stack) and run this again."
      ;;
    UPDATE_ROLLBACK_FAILED)
      fail "The stack is in $status: look at its events, remove the cause, run aws cloudformation continue-update-rollback --stack-name $stack, and then this again."
      ;;
    *_IN_PROGRESS) fail "The stack is in $status: wait until that has ended, and run this again." ;;
    *) kind=UPDATE known="$found" ;;
  esac
  if [ "$kind" = UPDATE ]; then
    by_osls="$(output_of ServerlessDeploymentBucketName)" || fail 'The outputs of the stack cannot be read.'
    [ -z "$by_osls" ] || fail "The stack $stack was deployed by osls: deploy it by osls again, or use another stage."
  fi
  parameters=("ParameterKey=Stage,ParameterValue=$stage" "ParameterKey=CodeBucket,ParameterValue=$bucket")
  parameter AlarmAddress "$alarm_named" "$alarm_address"
  parameter WebhookConcurrency "$webhook_concurrency" "$webhook_concurrency"
  parameter OperatorConcurrency "$operator_concurrency" "$operator_concurrency"
  parameter Metrics "$metrics" "$metrics"
  template=(--template-body file://template.json)
  if is_large; then
    template=(--template-url "https://$bucket.s3.$region.amazonaws.com/$(objects | awk '$1 == "template.json" {print $2}')/template.json")
  fi
  change="release-$(date +%s)"
  aws cloudformation create-change-set --stack-name "$stack" --change-set-name "$change" --change-set-type "$kind" \
    "${template[@]}" --capabilities CAPABILITY_IAM --parameters "${parameters[@]}" >/dev/null
  if ! aws cloudformation wait change-set-create-complete --stack-name "$stack" --change-set-name "$change" 2>/dev/null; then
    reason="$(describe_change 'StatusReason')"
    aws cloudformation delete-change-set --stack-name "$stack" --change-set-name "$change" >/dev/null
    case "$reason" in
      *"didn't contain changes"* | *'No updates are to be performed'*) printf 'The stack is this release already.\n' && return ;;
      *) fail "CloudFormation refuses the change: $reason" ;;
    esac
  fi
  printf 'What will change:\n'
  describe_change 'Changes[].ResourceChange.[Action,ResourceType,LogicalResourceId,Replacement]' table
  refuse_loss
  confirm "Deploy this to $stack?" || abandon 'Nothing was changed.'
  # The token marks the events of this change among those of all others.
  aws cloudformation execute-change-set --stack-name "$stack" --change-set-name "$change" --client-request-token "$change"
  printf 'This takes a few minutes.\n'
  if ! aws cloudformation wait "stack-$(printf %s "$kind" | tr '[:upper:]' '[:lower:]')-complete" --stack-name "$stack"; then
    explain_failure
  fi
}

explain_failure() {
  local status
  aws cloudformation describe-stack-events --stack-name "$stack" --output table --query \
    "StackEvents[?ClientRequestToken=='$change'&&contains(ResourceStatus,'FAILED')].[LogicalResourceId,ResourceStatusReason]" >&2
  status="$(aws cloudformation describe-stacks --stack-name "$stack" --query 'Stacks[0].StackStatus' --output text)"
  case "$status" in
    *_IN_PROGRESS) fail "The deployment has not ended yet ($status): run this again later." ;;
    UPDATE_ROLLBACK_COMPLETE)
      fail 'The deployment failed, and CloudFormation has restored what was there before. The reasons are above.'
      ;;
    UPDATE_ROLLBACK_FAILED)
      fail "The deployment failed, and so did the way back. The reasons are above: remove the cause, then run aws cloudformation continue-update-rollback --stack-name $stack."
      ;;
  esac
  [ "$kind" = CREATE ] || fail "The deployment failed. The stack is in $status. The reasons are above."
  printf 'What stays in the account:\n' >&2
  aws cloudformation describe-stack-resources --stack-name "$stack" --output table --query \
    "StackResources[?ResourceStatus=='DELETE_SKIPPED'||ResourceStatus=='DELETE_FAILED'].[ResourceType,PhysicalResourceId]" >&2
  fail "The first deployment failed ($status). The reasons are above, and what stays, with nothing in it. Delete each of these tables:
  aws dynamodb update-table --table-name <table> --no-deletion-protection-enabled
  aws dynamodb delete-table --table-name <table>
Then delete the stack, and run this again: aws cloudformation delete-stack --stack-name $stack"
}

describe_change() {
  aws cloudformation describe-change-set --stack-name "$stack" --change-set-name "$change" --query "$1" --output "${2:-text}"
}

# A table or a secret that is replaced or removed stays in the account, but the stack works with an empty one from then on.
refuse_loss() {
  local lost
  lost="$(describe_change "Changes[].ResourceChange|[?Action!='Add'&&(Replacement!='False'||Action=='Remove')&&(ResourceType=='AWS::DynamoDB::Table'||ResourceType=='AWS::SecretsManager::Secret')].LogicalResourceId")"
  [ -z "$lost" ] || [ "$lost" = None ] ||
    abandon "Nothing was changed. This release would, or may, leave these behind and begin with empty ones: $lost"
}

abandon() {
  aws cloudformation delete-change-set --stack-name "$stack" --change-set-name "$change" >/dev/null
  fail "$1"
}

# For an assignment: what it refuses must end the whole script.
quoted() {
  local text="$1"
  case "$text" in *[[:cntrl:]]*) fail 'A secret cannot contain control characters.' ;; esac
  text="${text//\\/\\\\}"
  printf '"%s"' "${text//\"/\\\"}"
}

# The value goes through a pipe: what stands in a command line can be read by others on the machine.
write_secret() {
  aws secretsmanager put-secret-value --secret-id "$1" --secret-string file:///dev/stdin >/dev/null
}

# Sets `current`.
is_empty() {
  current="$(aws secretsmanager get-secret-value --secret-id "$1" --query SecretString --output text)" ||
    fail 'That secret cannot be read, so nobody knows whether it is set. The stack is deployed: run this again with the right to read it.'
  [ "$current" = '{}' ]
}

# A secret that was set before may have been rotated since, and the file be older.
take_text() {
  local secret="$1" text="$2" what="$3"
  if ! is_empty "$secret"; then
    [ "$current" != "$text" ] || return 0
    if [ -z "$replace" ] && ! { [ -n "$ask" ] && confirm "$what is set already, and differs from the file. Replace it?"; }; then
      printf '%s is set already, and stays as it is. --replace-secrets writes the file over it.\n' "$what" >&2
      return 0
    fi
  fi
  printf '%s' "$text" | write_secret "$secret"
}

set_back_office() {
  local secret url name password
  secret="$(output_of BackOfficeSecret)"
  if [ -n "$back_office_file" ]; then
    take_text "$secret" "$back_office_text" 'The secret of the back office'
  elif is_empty "$secret"; then
    [ -n "$ask" ] || { printf 'The secret of the back office is not set yet.\n' && return; }
    read -r -p 'Address of the back office (https://..., without /rest; Enter: later): ' url
    [ -n "$url" ] || return 0
    read -r -p 'Its API user, one for the bridge alone: ' name
    IFS= read -r -s -p 'The password of that user: ' password
    printf '\n'
    [ -n "$name" ] && [ -n "$password" ] || fail 'The user and the password are both needed: run this again.'
    url="$(quoted "$url")" && name="$(quoted "$name")" && password="$(quoted "$password")" || exit 1
    printf '{"baseUrl": %s, "username": %s, "password": %s}' "$url" "$name" "$password" | write_secret "$secret"
  fi
}

set_sources() {
  local secret source path value all=''
  secret="$(output_of SourcesSecret)"
  if [ -n "$sources_file" ]; then
    take_text "$secret" "$sources_text" 'The secret of the sources'
  elif is_empty "$secret"; then
    [ -n "$ask" ] || { printf 'The secrets of the sources are not set yet.\n' && return; }
    printf 'The secret of each source, as its sender shows it (Enter: this source is not used yet).\n'
    while read -r source path <&3; do
      IFS= read -r -s -p "$source ($path): " value
      printf '\n'
      [ -n "$value" ] || continue
      value="$(quoted "$value")" || exit 1
      all="$all${all:+, }\"$source\": [$value]"
    done 3<webhooks.txt
    [ -z "$all" ] || printf '{%s}' "$all" | write_secret "$secret"
  fi
}

show_webhooks() {
  local address source path
  address="$(output_of HttpApiUrl)"
  printf '\nThe webhooks. <token> is the secret of that source:\n'
  while read -r source path; do printf '  %-16s %s%s\n' "$source" "$address" "$path"; done <webhooks.txt
}

# Once, and for longer than the function may take: otherwise the AWS command line sends a command again after a minute.
run_doctor() {
  local error
  printf '{"command": "doctor"}' >"$work/command.json"
  printf '\ndoctor:\n'
  error="$(AWS_MAX_ATTEMPTS=1 aws lambda invoke --cli-read-timeout 150 --function-name "$stack-operator" \
    --payload "fileb://$work/command.json" "$work/answer.json" --query FunctionError --output text)"
  cat "$work/answer.json"
  printf '\n'
  [ "$error" = None ] || fail "The operator function failed ($error). Its log is /aws/lambda/$stack-operator."
}

upload
deploy
check_code
set_back_office
set_sources
show_webhooks
run_doctor
