/** What of a configuration decides what is deployed. */
type Told = { notes?: boolean; notify?: { email?: string | undefined; links?: string | undefined } | undefined }

/** The functions that tell people (lib/notify), as `infra/roles.yml` names their roles. */
const tellers = ['WorkerRole', 'RetryRole', 'AuditRole']
const topic = { Ref: 'Notifications' }
const key = { Ref: 'DecideSecret' }

/** The variable by which these functions know the topic. osls leaves out one that is `null`. */
export const notificationsTopic = ({ notify }: Told) => (notify?.email === undefined ? null : topic)

/** What links are signed with: known to those functions and to `decide`. */
export const decideSecret = ({ notify }: Told) => (notify?.links === undefined ? null : key)

export const decideEnvironment = ({ notify }: Told) => ({
  ...{ METRICS: null, METRICS_NAMESPACE: null },
  ...(notify?.links !== undefined && { EVENTS_TABLE: { Ref: 'EventsTable2' }, DECIDE_SECRET: key }),
})

/**
 * The part of the template for `notify`, as far as it is configured: the right to look for news, for `notify.email` a topic with that address and
 * the right to send to it, and for `notify.links` the key, the right to read it, and that to decide. For `notes`
 * the right to read what is asked, and to accept notes.
 */
export const notificationResources = ({ notify, notes }: Told) => ({
  Resources: {
    ...((notify || notes) && { LookForNews: looking(notify !== undefined, notes === true) }),
    ...(notify?.email !== undefined && topicFor(notify.email)),
    ...(notify?.links !== undefined && links),
    ...((notify?.email ?? notify?.links) !== undefined && {
      TellPeople: policy('tell-people', tellers, [
        ...(notify?.email === undefined ? [] : [allow('sns:Publish', topic)]),
        ...(notify?.links === undefined ? [] : [readKey]),
      ]),
    }),
  },
})

export const allow = (Action: string | readonly string[], Resource: object) => ({ Effect: 'Allow', Action, Resource })
const events = { 'Fn::GetAtt': ['EventsTable2', 'Arn'] }
const readKey = allow('secretsmanager:GetSecretValue', key)

/** Each policy has all that its roles need more: a template has a size. */
export const policy = (PolicyName: string, roles: readonly string[], Statement: readonly object[]) => ({
  Type: 'AWS::IAM::Policy',
  Properties: {
    PolicyName,
    PolicyDocument: { Version: '2012-10-17', Statement },
    Roles: roles.map((Ref) => ({ Ref })),
  },
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: CloudFormation and osls replace their variables.
/** What the schedule reads beside its work: what has come in, what was held or has failed, and what has a note; notes it accepts. */
const looking = (hasNews: boolean, hasNotes: boolean) =>
  policy(
    'look-for-news',
    ['RetryRole'],
    [
      ...(hasNews ? [allow('dynamodb:Query', { 'Fn::Sub': '${EventsTable2.Arn}/index/list' })] : []),
      allow(['dynamodb:BatchGetItem', ...(hasNotes ? ['dynamodb:PutItem'] : [])], events),
    ],
  )

/** Whoever knows the key can make links. Without it those that were sent count no more, so it is not kept. */
const links = {
  DecideSecret: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: {
      KmsKeyId: { 'Fn::If': ['IsProtected', { Ref: 'DataKey' }, { Ref: 'AWS::NoValue' }] },
      GenerateSecretString: {
        SecretStringTemplate: '{}',
        GenerateStringKey: 'key',
        PasswordLength: 64,
        ExcludePunctuation: true,
      },
    },
  },
  Decide: policy(
    'decide-by-link',
    ['DecideRole'],
    [allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], events), readKey],
  ),
}

const topicFor = (email: string) => ({
  // E-mails come from this name.
  Notifications: {
    Type: 'AWS::SNS::Topic',
    Properties: {
      DisplayName: '${self:service} ${sls:stage}',
      KmsMasterKeyId: { 'Fn::If': ['IsProtected', { Ref: 'DataKey' }, { Ref: 'AWS::NoValue' }] },
    },
  },
  NotificationsEmail: {
    Type: 'AWS::SNS::Subscription',
    Properties: { TopicArn: topic, Protocol: 'email', Endpoint: email },
  },
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.
