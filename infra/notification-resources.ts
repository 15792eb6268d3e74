/** What of a configuration decides what is deployed. */
type Told = { notify?: { email?: string | undefined } | undefined }

/** The functions that tell people (lib/notify), as `infra/roles.yml` names their roles. */
const tellers = ['WorkerRole', 'RetryRole', 'AuditRole']
const topic = { Ref: 'Notifications' }

/** The variable by which these functions know the topic. osls leaves out one that is `null`. */
export const notificationsTopic = ({ notify }: Told) => (notify?.email === undefined ? null : topic)

/**
 * The part of the template for `notify`, as far as it is configured: the right to look for news, and for `notify.email` a topic with that
 * address and the right to send to it.
 */
export const notificationResources = ({ notify }: Told) => ({
  Resources: { ...(notify && news), ...(notify?.email !== undefined && topicFor(notify.email)) },
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

function topicFor(email: string) {
  return {
    Notifications: {
      Type: 'AWS::SNS::Topic',
      Properties: {
        // E-mails come from this name.
        DisplayName: '${self:service} ${sls:stage}',
        KmsMasterKeyId: { 'Fn::If': ['IsProtected', { Ref: 'DataKey' }, { Ref: 'AWS::NoValue' }] },
      },
    },
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

export function policy({ name, roles, statements }: Policy) {
  return {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: name,
      PolicyDocument: { Version: '2012-10-17', Statement: statements },
      Roles: roles.map((Ref) => ({ Ref })),
    },
  }
}
