"""Who may do what: IAM with resources and conditions.

moto checks signatures and actions, but not resources: it compares every call with the resource `*`, and a role that names its resources
is refused everything. Here each call has its resource, and each decision is reported.
"""

import io
import json
import re
import threading
from urllib.parse import parse_qs

from botocore.awsrequest import AWSRequest
from moto.core.exceptions import AccessDeniedError
from moto.iam.access_control import IAMRequestBase
from moto.iam.models import iam_backends
from moto.moto_server.werkzeug_app import DomainDispatcherApplication
from moto.secretsmanager.models import secretsmanager_backends
from werkzeug.exceptions import HTTPException

# The bytes of the request that this thread answers.
_received = threading.local()

ACCOUNT, PARTITION, REGION = "123456789012", "aws", "eu-central-1"


def install(report):
    """`report` gets each decision: whose call it was, its action, its resources, and whether it was allowed."""

    def check(request, resource):
        action = request._action.replace("dynamodbstreams:", "dynamodb:")
        caller = _caller(request)
        if action == "sts:AssumeRole":
            allowed = caller == "aws" and _trusts_lambda(resource)
            resources = [resource]
        else:
            call = _body(request)
            resources = _resources(action, call)
            statements = [one for policy in request._access_key.collect_policies() for one in _statements(policy)]
            allowed = all(_permits(statements, action, one, _leading_keys(action, call)) for one in resources)
        report({"caller": caller, "action": action, "resources": resources, "allowed": allowed})
        if not allowed:
            raise _refusal(request, f"User: {request._access_key.arn} is not authorized to perform: {action} on resource: {resources[0]}")

    IAMRequestBase.check_action_permitted = check
    IAMRequestBase._create_aws_request = _signed_request
    answer = DomainDispatcherApplication.__call__
    DomainDispatcherApplication.__call__ = lambda app, environ, start: answer(app, _keep_body(environ), start)


def received_body():
    """The bytes of the request that this thread answers."""
    return _received.body


def _keep_body(environ):
    _received.body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    return {**environ, "wsgi.input": io.BytesIO(_received.body)}


def _refusal(request, message):
    """In the words of the service's protocol: moto refuses in XML."""
    if "X-Amz-Target" not in request._headers:
        return AccessDeniedError(user_arn=request._access_key.arn, action=request._action)
    refusal = HTTPException(json.dumps({"__type": "AccessDeniedException", "Message": message, "message": message}))
    refusal.code = 400
    return refusal


def _signed_request(request):
    """What was signed: moto guesses the body of a request from its parameters, and then many signatures do not fit."""
    names = request._get_string_between("SignedHeaders=", ",", request._headers["Authorization"]).split(";")
    headers = request._create_headers_for_aws_request(names, request._headers)
    signed = AWSRequest(request._method, url=request._path, data=_received.body, headers=headers)
    signed.context["timestamp"] = headers["X-Amz-Date"]
    return signed


def make_user(name):
    """A user that may do everything, with its access key."""
    iam = iam_backends[ACCOUNT][PARTITION]
    iam.create_user(REGION, name)
    everything = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
    iam.put_user_policy(name, "everything", json.dumps(everything))
    return iam.create_access_key(name)


def _caller(request):
    key = request._access_key
    return getattr(key, "_owner_role_name", None) or getattr(key, "_owner_user_name", "")


def _body(request):
    try:
        return json.loads(_received.body)
    except ValueError:
        return {}


def _resources(action, call):
    """The ARNs of a call's resources, or `*` for a service whose roles the project has none of."""
    service = action.split(":")[0]
    if service == "secretsmanager" and "SecretId" in call:
        found = secretsmanager_backends[ACCOUNT][REGION].secrets.get(call["SecretId"])
        return [found.arn if found else call["SecretId"]]
    if action == "sns:Publish":
        return parse_qs(_received.body.decode()).get("TopicArn", ["*"])
    if service != "dynamodb":
        return ["*"]
    if "StreamArn" in call:
        return [call["StreamArn"]]
    if "ShardIterator" in call:
        # DynamoDB Local's begins with the stream's ARN.
        return [call["ShardIterator"].split("|")[0]]
    tables = list(call["RequestItems"]) if "RequestItems" in call else [call.get("TableName", "*")]
    arns = [f"arn:{PARTITION}:dynamodb:{REGION}:{ACCOUNT}:table/{name}" for name in tables]
    return [f"{arn}/index/{call['IndexName']}" if "IndexName" in call else arn for arn in arns]


def _leading_keys(action, call):
    """The first keys of the items of a call: `dynamodb:LeadingKeys`."""
    key = (call.get("Key") or call.get("Item") or {}).get("id", {}).get("S")
    return None if key is None else [key]


def _statements(policy):
    document = policy["policy_document"] if isinstance(policy, dict) else policy
    document = document if isinstance(document, dict) else json.loads(document)
    statements = document["Statement"]
    return statements if isinstance(statements, list) else [statements]


def _permits(statements, action, resource, leading_keys):
    fits = [
        one["Effect"]
        for one in statements
        if _matches(one["Action"], action, re.IGNORECASE)
        and _matches(one["Resource"], resource)
        and _holds(one.get("Condition", {}), leading_keys)
    ]
    return "Allow" in fits and "Deny" not in fits


def _holds(condition, leading_keys):
    for operator, tests in condition.items():
        for key, patterns in tests.items():
            if (operator, key) != ("ForAllValues:StringLike", "dynamodb:LeadingKeys"):
                raise NotImplementedError(f"the emulator does not know the condition {operator} of {key}")
            if leading_keys is None or not all(_matches(patterns, one) for one in leading_keys):
                return False
    return True


def _matches(patterns, text, flags=0):
    each = patterns if isinstance(patterns, list) else [patterns]
    return any(re.fullmatch(re.escape(one).replace(r"\*", ".*").replace(r"\?", "."), text, flags) for one in each)


def _trusts_lambda(role_arn):
    role = iam_backends[ACCOUNT][PARTITION].get_role_by_arn(role_arn)
    trust = json.loads(role.assume_role_policy_document)["Statement"]
    return any(
        one["Effect"] == "Allow" and _matches(one["Action"], "sts:AssumeRole")
        and _matches(one["Principal"].get("Service", []), "lambda.amazonaws.com")
        for one in trust
    )
