"""How CloudFormation's resource types are told to moto."""

from moto.cloudformation import parsing
from moto.core.common_models import CloudFormationModel

_types = {}


def resource(kind, named=None):
    """Registers a type. `named`: the property that gets a generated name if the template has none."""

    def register(of):
        def create(cls, name, template, account_id, region, **_):
            properties = template["Properties"]
            if named and named not in properties:
                properties = {**properties, named: name}
            made = cls()
            made.properties = properties
            made.physical_resource_id, made.attributes = of.create(properties)
            return made

        def update(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
            old, new = original_resource.properties, cloudformation_json["Properties"]
            if named and named not in new:
                new = {**new, named: old[named]}
            of.update(original_resource.physical_resource_id, old, new)
            original_resource.properties = new
            return original_resource

        _types[kind] = type(
            kind.replace(":", ""),
            (CloudFormationModel,),
            {
                "cloudformation_name_type": staticmethod(lambda: named),
                "cloudformation_type": staticmethod(lambda: kind),
                "create_from_cloudformation_json": classmethod(create),
                "update_from_cloudformation_json": classmethod(update),
                "delete": lambda self, account_id, region: _delete(of, self),
                "has_cfn_attr": classmethod(lambda cls, name: True),
                "get_cfn_attribute": lambda self, name: self.attributes[name],
                "is_created": lambda self: True,
            },
        )
        return of

    return register


def _delete(of, made):
    try:
        of.delete(made.physical_resource_id, made.properties)
    except Exception as error:
        # What belongs to something else goes with it.
        if "not found" not in str(error).lower():
            raise


def install():
    known = parsing.resource_class_from_type
    parsing.resource_class_from_type = lambda kind: _types.get(kind) or _supported(kind, known)


def _supported(kind, known):
    found = known(kind)
    if found is None:
        raise NotImplementedError(f"the emulator has no resource type {kind}")
    return found
