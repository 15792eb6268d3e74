"""The tables: AWS's own DynamoDB Local behind the emulator's rights. moto's tables encode binary values twice."""

import urllib.error
import urllib.request

from moto.awslambda.models import EventSourceMapping
from moto.dynamodb.responses import DynamoHandler
from moto.dynamodbstreams.responses import DynamoDBStreamsHandler
from werkzeug.exceptions import HTTPException

import rights

# Whose tables they are, here and there.
_here = f"arn:aws:dynamodb:{rights.REGION}:{rights.ACCOUNT}:".encode()
_there = b"arn:aws:dynamodb:ddblocal:000000000000:"
_signature = f"AWS4-HMAC-SHA256 Credential=local/20260101/{rights.REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=0"


def install(url):
    """`url` is DynamoDB Local's."""

    def call_action(handler):
        try:
            handler._authenticate_and_authorize_normal_action("*")
        except HTTPException as refused:
            return 400, {"status": 400}, refused.description
        return _pass_on(url, handler.headers["X-Amz-Target"])

    DynamoHandler.call_action = DynamoDBStreamsHandler.call_action = call_action


def _pass_on(url, target):
    headers = {"X-Amz-Target": target, "Content-Type": "application/x-amz-json-1.0", "Authorization": _signature}
    asked = urllib.request.Request(url, rights.received_body().replace(_here, _there), headers)
    try:
        answer = urllib.request.urlopen(asked)
    except urllib.error.HTTPError as error:
        answer = error
    body = answer.read().replace(_there, _here)
    # Without its checksum: that is of the bytes before.
    return answer.status, {"status": answer.status, "Content-Type": headers["Content-Type"]}, body


def map_stream(of, p, id=None):
    """A mapping, in place of another one if that is named. moto maps only streams of its own tables."""
    found = of.get_function(p["FunctionName"])
    spec = {**p, "FunctionArn": found.function_arn, "RegionName": rights.REGION, "AccountId": rights.ACCOUNT}
    mapping = EventSourceMapping(spec)
    mapping.uuid = id or mapping.uuid
    of._event_source_mappings[mapping.uuid] = mapping
    return mapping.uuid
