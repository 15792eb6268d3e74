"""What moto's stacks leave out: outputs after a change set, a change set without changes, and failures that a person can read."""

from moto.cloudformation import parsing
from moto.cloudformation.models import CloudFormationBackend, Stack
from moto.cloudformation.responses import CloudFormationResponse


def install():
    CloudFormationBackend.execute_change_set = _execute
    # CloudFormation says so in the change set, moto before there is one.
    CloudFormationResponse._validate_different_update = lambda *_: None
    has_parameters = Stack.has_parameters
    # A parameter that was left at its default has been given, as far as CloudFormation goes.
    Stack.has_parameters = lambda stack, given: has_parameters(stack, given) or given == stack.stack_parameters
    parsing.ResourceMap.delete = _delete_but(parsing.ResourceMap.delete)
    parsing.parse_and_update_resource = _update_with(parsing.parse_and_update_resource)


def _execute(self, change_set_name, stack_name=None):
    change = next(one for one in self.change_sets.values() if change_set_name in (one.change_set_name, one.change_set_id))
    stack, kind = self.stacks[change.stack_id], change.change_set_type
    stack._add_stack_event(f"{kind}_IN_PROGRESS", resource_status_reason="User Initiated")
    try:
        change.apply()
    except Exception as error:
        # Nothing is restored here, unlike in CloudFormation.
        stack._add_stack_event(f"{kind}_FAILED", resource_status_reason=f"{type(error).__name__}: {error}")
        # The token of the request has the name of its change: release/deploy.sh makes it so.
        stack.events[-1].client_request_token = change.change_set_name
        stack.status = "ROLLBACK_COMPLETE" if kind == "CREATE" else "UPDATE_ROLLBACK_COMPLETE"
        return
    stack.template, stack.parameters = change.template, change.parameters
    stack._parse_template()
    stack.output_map = stack._create_output_map()
    stack._add_stack_event(f"{kind}_COMPLETE")
    stack.status, change.execution_status = f"{kind}_COMPLETE", "EXECUTE_COMPLETE"


def _delete_but(delete):
    """moto keeps what has the policy Retain. RetainExceptOnCreate is the same for a stack that was made."""

    def delete_all(resources):
        for one in resources._resource_json_map.values():
            if one.get("DeletionPolicy") == "RetainExceptOnCreate":
                one["DeletionPolicy"] = "Retain"
        delete(resources)

    return delete_all


def _update_with(update):
    """moto changes a resource whatever its condition says. One whose condition has changed is made or removed here."""

    def update_resource(logical_id, template, resources, **where):
        made = resources._parsed_resources.pop(logical_id, None)
        if "Condition" in template and not resources.lazy_condition_map[template["Condition"]]:
            if made is not None:
                resources._delete_resource(made, template)
            return None
        if made is not None:
            resources._parsed_resources[logical_id] = made
        # What is not there is made when it is looked up.
        updated = update(logical_id, template, resources, **where)
        if updated is None:
            raise NotImplementedError(f"the emulator cannot change a resource of the type {template['Type']}")
        return updated

    return update_resource
