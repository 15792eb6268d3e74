import type { SpecDatabase } from '@aws-cdk/service-spec-types'
import { describe, expect, it } from 'vitest'
import { type TemplateResource, templateProblems } from '../../scripts/template-problems.ts'

const topic = { Type: 'AWS::SNS::Topic' }
const alarm = (change: Record<string, unknown> = {}): TemplateResource => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: { ComparisonOperator: 'LessThanThreshold', EvaluationPeriods: 1, ...change },
})

const none = { Ref: 'AWS::NoValue' }
/** An alarm whose name refers to what does not exist. */
const named = (what: string, AlarmName: object): typeof cases => [
  [`Resources.A.Properties.AlarmName refers to ${what}, which does not exist`, { A: alarm({ AlarmName }), T: topic }],
]

const cases: [problem: string, resources: Record<string, TemplateResource>][] = [
  ['A: the resource type AWS::SNS::Topik does not exist', { A: { Type: 'AWS::SNS::Topik' } }],
  ['A: the property Periode does not exist', { A: alarm({ Periode: 60 }) }],
  ['A: Protocol is required', { A: { Type: 'AWS::SNS::Subscription', Properties: { TopicArn: 'x' } } }],
  ['A.EvaluationPeriods must be of type integer', { A: alarm({ EvaluationPeriods: '1' }) }],
  ['A.AlarmActions must be a list', { A: alarm({ AlarmActions: 'topic' }) }],
  ['A.Dimensions[0]: Value is required', { A: alarm({ Dimensions: [{ Name: 'x' }] }) }],
  ['A.Threshold must be of type number', { A: alarm({ Threshold: { 'Fn::If': ['Some', '1', none] } }) }],
  ['A depends on B, which does not exist', { A: { ...topic, DependsOn: ['B'] } }],
  ['A has the condition Other, which does not exist', { A: { ...topic, Condition: 'Other' } }],
  ...named('B', { Ref: 'B' }),
  ...named('T.Nmae', { 'Fn::GetAtt': ['T', 'Nmae'] }),
  ...named('T.Nmae', { 'Fn::Sub': '$' + '{AWS::StackName}-$' + '{T.Nmae}' }),
  ...named('condition Other', { 'Fn::If': ['Other', 'a', 'b'] }),
]

/** Tests the check of templates. Takes the specification of all resource types, because reading it takes long. */
export function describeTemplateProblems(spec: SpecDatabase): void {
  describe('templateProblems', () => {
    const Conditions = { Some: {} }

    it.each(cases)('says: %s', (problem, Resources) => {
      expect(templateProblems({ Conditions, Resources }, spec)).toEqual([problem])
    })

    it('finds nothing in a valid template', () => {
      const Properties = { TopicName: { 'Fn::If': ['Some', { 'Fn::Sub': '$' + '{AWS::StackName}-x' }, none] } }
      const Resources = {
        A: alarm({ AlarmActions: [{ Ref: 'T' }], AlarmName: { 'Fn::GetAtt': ['T', 'TopicName'] } }),
        T: { ...topic, Condition: 'Some', Properties },
      }
      expect(templateProblems({ Conditions, Resources }, spec)).toEqual([])
    })
  })
}
