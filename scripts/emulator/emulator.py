"""moto's server on loopback, as an AWS account in which a stack can be deployed and used.

The argument is the address of DynamoDB Local, which has the tables.
Prints one JSON line when it is ready (`url`, and the keys of a person and of AWS's own services), then one for each decision about a call.
Each line that it reads asks for a call (`id`, `service`, `operation`, `parameters`); it ends when its standard input does.
"""

import json
import os
import sys
import threading

os.environ.update(AWS_DEFAULT_REGION="eu-central-1", AWS_ACCESS_KEY_ID="none", AWS_SECRET_ACCESS_KEY="none")

import boto3
from moto import settings
from moto.moto_server.threaded_moto_server import ThreadedMotoServer

import resource_types
import resources
import rights
import stacks
import tables

lock = threading.Lock()


def say(line):
    with lock:
        sys.stdout.write(json.dumps(line, default=str) + "\n")
        sys.stdout.flush()


def keys_of(user):
    key = rights.make_user(user)
    return {"accessKeyId": key.access_key_id, "secretAccessKey": key.secret_access_key}


server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
server.start()
url = "http://{}:{}".format(*server.get_host_and_port())

person, aws = keys_of("deployer"), keys_of("aws")


def client(service):
    credentials = {"aws_access_key_id": aws["accessKeyId"], "aws_secret_access_key": aws["secretAccessKey"]}
    return boto3.client(service, endpoint_url=url, region_name="eu-central-1", **credentials)


resources.install()
resource_types.install(client)
rights.install(say)
stacks.install()
tables.install(sys.argv[1])
settings.INITIAL_NO_AUTH_ACTION_COUNT = 0


def call(asked):
    """One call of an API as AWS itself, for whoever looks at the account or changes it."""
    try:
        answer = getattr(client(asked["service"]), asked["operation"])(**asked["parameters"])
        say({"answers": asked["id"], "result": {key: value for key, value in answer.items() if key != "ResponseMetadata"}})
    except Exception as error:
        say({"answers": asked["id"], "error": f"{asked['operation']}: {error}"})


say({"url": url, "person": person, "aws": aws})
for line in sys.stdin:
    call(json.loads(line))
os._exit(0)
