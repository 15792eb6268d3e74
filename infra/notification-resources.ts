/** What of a configuration decides what is deployed. */
type Told = { notify?: { email?: string | undefined; links?: string | undefined } | undefined }

/** The functions that tell people (lib/notify), as `infra/roles.yml` names their roles. */
const tellers = ['WorkerRole', 'RetryRole', 'AuditRole']
const topic = { Ref: 'Notifications' }
const key = { Ref: 'DecideSecret' }

/** The variable by which these functions know the topic. osls leaves out one that is `null`. */
export const notificationsTopic = ({ notify }: Told) => (notify?.email === undefined ? null : topic)

/** What links are signed with: known to those functions and to `decide`. */
export const decideSecret = ({ notify }: Told) => (notify?.links === undefined ? null : key)

export const decideEnvironment = ({ notify }: Told) =>
  notify?.links === undefined ? {} : { EVENTS_TABLE: { Ref: 'EventsTable2' }, DECIDE_SECRET: key }

/**
 * The part of the template for `notify`, as far as it is configured: the right to look for news, for `notify.email` a topic with that address and
 * the right to send to it, and for `notify.links` the key, the right to read it, and that to decide.
 */
export const notificationResources = ({ notify }: Told) => ({
  Resources: {
    ...(notify && news),
    ...(notify?.email !== undefined && topicFor(notify.email)),
    ...(notify?.links !== undefined && links),
  },
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: CloudFormation and osls replace their variables.
/** What the schedule reads beside its work: what has come in, and what was held or has failed. */
const news = {
  LookForNews: policy({
    name: 'look-for-news',
    roles: ['RetryRole'],
    statements: [
      {
        Effect: 'Allow',
        Action: 'dynamodb:Query',
        Resource: { 'Fn::Sub': '${EventsTable2.Arn}/index/list' },
      },
      { Effect: 'Allow', Action: 'dynamodb:BatchGetItem', Resource: { 'Fn::GetAtt': ['EventsTable2', 'Arn'] } },
    ],
  }),
}

/** Whoever knows the key can make links. Without its last version those that were sent count no more, so it is not kept. */
const links = {
  DecideSecret: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: {
      Description: 'Signs the links of questions; made by the stack',
      KmsKeyId: { 'Fn::If': ['IsProd', { Ref: 'DataKey' }, { Ref: 'AWS::NoValue' }] },
      GenerateSecretString: {
        SecretStringTemplate: '{}',
        GenerateStringKey: 'key',
        PasswordLength: 64,
        ExcludePunctuation: true,
      },
    },
  },
  ReadDecideSecret: policy({
    name: 'read-decide-secret',
    roles: [...tellers, 'DecideRole'],
    statements: [{ Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: key }],
  }),
  Decide: policy({
    name: 'decide',
    roles: ['DecideRole'],
    statements: [
      {
        Effect: 'Allow',
        Action: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
        Resource: { 'Fn::GetAtt': ['EventsTable2', 'Arn'] },
      },
    ],
  }),
}

function topicFor(email: string) {
  return {
    // E-mails come from this name.
    Notifications: { Type: 'AWS::SNS::Topic', Properties: { DisplayName: '${self:service} ${sls:stage}' } },
    NotificationsEmail: {
      Type: 'AWS::SNS::Subscription',
      Properties: { TopicArn: topic, Protocol: 'email', Endpoint: email },
    },
    TellPeople: policy({
      name: 'tell-people',
      roles: tellers,
      statements: [{ Effect: 'Allow', Action: 'sns:Publish', Resource: topic }],
    }),
  }
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.

type Policy = { name: string; roles: readonly string[]; statements: readonly object[] }

function policy({ name, roles, statements }: Policy) {
  return {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: name,
      PolicyDocument: { Version: '2012-10-17', Statement: statements },
      Roles: roles.map((Ref) => ({ Ref })),
    },
  }
}
