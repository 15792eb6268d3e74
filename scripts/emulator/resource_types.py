"""CloudFormation's resource types that moto does not know, or knows only in part.

Each becomes calls of the service's own API, so the AWS SDK checks the names and types of all properties.
"""

import json

from moto.awslambda.models import lambda_backends

import rights
import tables
from resources import resource

_client = None


def install(client):
    """`client(service)` is an SDK client that may do everything."""
    global _client
    _client = client


def lower(properties):
    """The names of this service's API begin with a small letter, at every depth."""
    if isinstance(properties, list):
        return [lower(one) for one in properties]
    if not isinstance(properties, dict):
        return properties
    return {key[0].lower() + key[1:]: lower(value) for key, value in properties.items()}


def only(properties, *names):
    return {name: properties[name] for name in names if name in properties}


def without(properties, *names):
    return {name: value for name, value in properties.items() if name not in names}


@resource("AWS::Lambda::Function", named="FunctionName")
class Function:
    @staticmethod
    def create(p):
        made = _client("lambda").create_function(**without(p, "ReservedConcurrentExecutions"))
        Function.reserve({}, p)
        return made["FunctionName"], {"Arn": made["FunctionArn"]}

    @staticmethod
    def reserve(old, new):
        of, wanted = _client("lambda"), new.get("ReservedConcurrentExecutions")
        if wanted is not None:
            of.put_function_concurrency(**only(new, "FunctionName"), ReservedConcurrentExecutions=int(wanted))
        elif "ReservedConcurrentExecutions" in old:
            of.delete_function_concurrency(**only(new, "FunctionName"))

    @staticmethod
    def update(name, old, new):
        of = _client("lambda")
        if old["Code"] != new["Code"]:
            of.update_function_code(FunctionName=name, **new["Code"], **only(new, "Architectures"))
        of.update_function_configuration(**without(new, "Code", "Architectures", "ReservedConcurrentExecutions", "Tags"))
        Function.reserve(old, new)

    @staticmethod
    def delete(name, _):
        _client("lambda").delete_function(FunctionName=name)


@resource("AWS::Lambda::EventInvokeConfig")
class EventInvokeConfig:
    @staticmethod
    def create(p):
        _client("lambda").put_function_event_invoke_config(**p)
        return f"{p['FunctionName']}/invoke-config", {}

    @staticmethod
    def update(_, old, new):
        EventInvokeConfig.create(new)

    @staticmethod
    def delete(_, p):
        _client("lambda").delete_function_event_invoke_config(**only(p, "FunctionName"))


@resource("AWS::Lambda::Permission")
class Permission:
    @staticmethod
    def create(p):
        statement = f"statement-{abs(hash(str(p)))}"
        _client("lambda").add_permission(StatementId=statement, **p)
        return statement, {}

    @staticmethod
    def update(statement, old, new):
        Permission.delete(statement, old)
        _client("lambda").add_permission(StatementId=statement, **new)

    @staticmethod
    def delete(statement, p):
        _client("lambda").remove_permission(StatementId=statement, **only(p, "FunctionName"))


@resource("AWS::Lambda::EventSourceMapping")
class EventSourceMapping:
    @staticmethod
    def create(p):
        id = tables.map_stream(lambda_backends[rights.ACCOUNT][rights.REGION], p)
        return id, {"Id": id}

    @staticmethod
    def update(id, old, new):
        tables.map_stream(lambda_backends[rights.ACCOUNT][rights.REGION], new, id)

    @staticmethod
    def delete(id, _):
        _client("lambda").delete_event_source_mapping(UUID=id)


def _of_http_api(kind, noun, key):
    @resource(kind)
    class OfHttpApi:
        @staticmethod
        def create(p):
            made = getattr(_client("apigatewayv2"), f"create_{noun}")(**p)
            return made[key], made

        @staticmethod
        def update(id, old, new):
            changed = {**without(new, "ProtocolType"), key: id}
            getattr(_client("apigatewayv2"), f"update_{noun}")(**changed)

        @staticmethod
        def delete(id, p):
            of = _client("apigatewayv2")
            # What belongs to an API goes with it.
            if "ApiId" not in p or p["ApiId"] in [api["ApiId"] for api in of.get_apis()["Items"]]:
                getattr(of, f"delete_{noun}")(**{**only(p, "ApiId"), key: id})


_of_http_api("AWS::ApiGatewayV2::Api", "api", "ApiId")
_of_http_api("AWS::ApiGatewayV2::Stage", "stage", "StageName")
_of_http_api("AWS::ApiGatewayV2::Integration", "integration", "IntegrationId")
_of_http_api("AWS::ApiGatewayV2::Route", "route", "RouteId")


@resource("AWS::DynamoDB::Table", named="TableName")
class Table:
    """Cannot be changed here, and has no point-in-time recovery: DynamoDB Local has none."""

    @staticmethod
    def create(p):
        of, table = _client("dynamodb"), p["TableName"]
        own = ("PointInTimeRecoverySpecification", "SSESpecification", "StreamSpecification", "TimeToLiveSpecification")
        # Two parts have other names, or need more, than in the API.
        at_once = {}
        if "SSESpecification" in p:
            enabled = p["SSESpecification"]["SSEEnabled"]
            at_once["SSESpecification"] = {"Enabled": enabled, **without(p["SSESpecification"], "SSEEnabled")}
        if "StreamSpecification" in p:
            at_once["StreamSpecification"] = {"StreamEnabled": True, **p["StreamSpecification"]}
        made = of.create_table(**without(p, *own), **at_once)["TableDescription"]
        if "TimeToLiveSpecification" in p:
            of.update_time_to_live(TableName=table, TimeToLiveSpecification=p["TimeToLiveSpecification"])
        return table, {"Arn": made["TableArn"], "StreamArn": made.get("LatestStreamArn")}

    @staticmethod
    def update(table, old, new):
        if old != new:
            raise NotImplementedError("the emulator cannot change a table")

    @staticmethod
    def delete(table, _):
        _client("dynamodb").delete_table(TableName=table)


@resource("AWS::SecretsManager::Secret", named="Name")
class Secret:
    @staticmethod
    def create(p):
        of = _client("secretsmanager")
        how = p.get("GenerateSecretString")
        if how:
            own = ("SecretStringTemplate", "GenerateStringKey")
            word = of.get_random_password(**without(how, *own))["RandomPassword"]
            text = json.dumps({**json.loads(how[own[0]]), how[own[1]]: word})
            p = {**without(p, "GenerateSecretString"), "SecretString": text}
        made = of.create_secret(**p)
        return made["ARN"], {"Id": made["ARN"]}

    @staticmethod
    def update(arn, old, new):
        """CloudFormation writes a property only if its text in the template has changed."""
        changed = {name: value for name, value in new.items() if old.get(name) != value}
        if changed:
            _client("secretsmanager").update_secret(SecretId=arn, **changed)

    @staticmethod
    def delete(arn, _):
        _client("secretsmanager").delete_secret(SecretId=arn, ForceDeleteWithoutRecovery=True)


@resource("AWS::Logs::MetricFilter", named="FilterName")
class MetricFilter:
    @staticmethod
    def create(p):
        _client("logs").put_metric_filter(**lower(p))
        return p["FilterName"], {}

    @staticmethod
    def update(_, old, new):
        MetricFilter.create(new)

    @staticmethod
    def delete(name, p):
        _client("logs").delete_metric_filter(filterName=name, logGroupName=p["LogGroupName"])


@resource("AWS::CloudWatch::Alarm", named="AlarmName")
class Alarm:
    @staticmethod
    def create(p):
        _client("cloudwatch").put_metric_alarm(**p)
        return p["AlarmName"], {}

    @staticmethod
    def update(_, old, new):
        Alarm.create(new)

    @staticmethod
    def delete(name, _):
        _client("cloudwatch").delete_alarms(AlarmNames=[name])


@resource("AWS::SNS::Subscription")
class Subscription:
    @staticmethod
    def create(p):
        return _client("sns").subscribe(**p, ReturnSubscriptionArn=True)["SubscriptionArn"], {}

    @staticmethod
    def update(arn, old, new):
        if old != new:
            Subscription.create(new)

    @staticmethod
    def delete(arn, _):
        _client("sns").unsubscribe(SubscriptionArn=arn)


@resource("AWS::IAM::Role", named="RoleName")
class Role:
    @staticmethod
    def create(p):
        document = json.dumps(p["AssumeRolePolicyDocument"])
        made = _client("iam").create_role(RoleName=p["RoleName"], AssumeRolePolicyDocument=document)["Role"]
        Role.put_policies(p)
        return p["RoleName"], {"Arn": made["Arn"], "RoleId": made["RoleId"]}

    @staticmethod
    def put_policies(p):
        for one in p.get("Policies", []):
            document = json.dumps(one["PolicyDocument"])
            _client("iam").put_role_policy(RoleName=p["RoleName"], PolicyName=one["PolicyName"], PolicyDocument=document)

    @staticmethod
    def update(_, old, new):
        Role.delete_policies(old)
        Role.put_policies(new)

    @staticmethod
    def delete_policies(p):
        for one in p.get("Policies", []):
            _client("iam").delete_role_policy(RoleName=p["RoleName"], PolicyName=one["PolicyName"])

    @staticmethod
    def delete(name, p):
        Role.delete_policies(p)
        _client("iam").delete_role(RoleName=name)
