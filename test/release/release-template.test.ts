import { describe, expect, it } from 'vitest'
import { placeholders, releaseTemplate } from '../../scripts/release/release-template.ts'

const { stage, alarmEmail } = placeholders
const packaged = {
  Parameters: { Other: { Type: 'String', Default: '0' } },
  Conditions: { IsOne: { 'Fn::Equals': [stage, 'prod'] } },
  Resources: {
    ServerlessDeploymentBucket: { Type: 'AWS::S3::Bucket' },
    Role: { Type: 'AWS::IAM::Role' },
    Other: { Type: 'AWS::SNS::Topic', Properties: { DisplayName: `bridge ${stage}` } },
    Mail: { Type: 'AWS::SNS::Subscription', Properties: { Endpoint: alarmEmail } },
    Worker: {
      Type: 'AWS::Lambda::Function',
      DependsOn: ['Role', 'Other'],
      Properties: {
        Code: { S3Bucket: { Ref: 'ServerlessDeploymentBucket' }, S3Key: 'serverless/1/worker.zip' },
        Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      },
    },
  },
  Outputs: { ServerlessDeploymentBucketName: {}, Url: { Value: 'x', Export: { Name: `sls-${stage}` } } },
}
const template = releaseTemplate(packaged, new Map([['worker.zip', 'abc']]))

describe('the template of a release', () => {
  it('takes the stage and the address for alarms as parameters', () => {
    expect(template).toMatchObject({
      Conditions: { IsOne: { 'Fn::Equals': [{ Ref: 'Stage' }, 'prod'] } },
      Resources: {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces it.
        Other: { Properties: { DisplayName: { 'Fn::Sub': 'bridge ${Stage}' } } },
        Mail: { Properties: { Endpoint: { Ref: 'AlarmAddress' } } },
      },
    })
    expect(JSON.stringify(template)).not.toContain(stage)
  })

  it('keeps the parameters that the packaged template has', () => {
    expect(Object.keys(template.Parameters ?? {}).sort()).toEqual(['AlarmAddress', 'CodeBucket', 'Other', 'Stage'])
  })

  it('finds each zip under its own checksum, in a bucket beside the stack', () => {
    const { Code } = template.Resources.Worker?.Properties ?? {}
    expect(Code).toEqual({ S3Bucket: { Ref: 'CodeBucket' }, S3Key: 'abc/worker.zip' })
    expect(template.Resources).not.toHaveProperty('ServerlessDeploymentBucket')
    expect(template.Outputs).toEqual({ Url: { Value: 'x' } })
  })

  it('keeps the dependencies that no reference says', () => {
    expect(template.Resources.Worker?.DependsOn).toEqual(['Other'])
  })

  it('refuses a zip that was not packaged', () => {
    expect(() => releaseTemplate(packaged, new Map())).toThrow('worker.zip, which was not packaged')
  })

  it('refuses a stage within a text that has variables', () => {
    const text = { 'Fn::Sub': `\${AWS::Region}-${stage}` }
    const Resources = { Topic: { Type: 'AWS::SNS::Topic', Properties: { DisplayName: text } } }
    expect(() => releaseTemplate({ Resources }, new Map())).toThrow('part of a text with a variable')
  })
})
