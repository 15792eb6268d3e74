import { describe, expect, it } from 'vitest'
import { deploy, noStack, status } from './deploy-with-answers.ts'
import type { Answer } from './stand-in-aws.ts'

describe('the settings of deploy.sh', () => {
  const parameters = (answers: Answer[], ...options: string[]) => {
    const { code, output, called } = deploy(answers, ...options)
    expect(code, output).toBe(0)
    const [change] = called('create-change-set')
    return change?.words.split(' --parameters ')[1]?.split(' ').slice(2)
  }
  const kept = (name: string) => `ParameterKey=${name},UsePreviousValue=true`

  it('stay as the stack has them where they are not named', () => {
    expect(parameters([])).toEqual([kept('AlarmAddress'), kept('WebhookConcurrency')])
  })

  it('are those that are named', () => {
    expect(parameters([], '--alarm-email', 'you@example.com', '--webhook-concurrency', '20')).toEqual([
      ...[
        'ParameterKey=AlarmAddress,ParameterValue=you@example.com',
        'ParameterKey=WebhookConcurrency,ParameterValue=20',
      ],
    ])
  })

  it('are taken away by an empty address', () => {
    expect(parameters([], '--alarm-email', '')).toEqual([
      ...['ParameterKey=AlarmAddress,ParameterValue=', kept('WebhookConcurrency')],
    ])
  })

  it('are the defaults in a new stack, and where an older release has no such parameter', () => {
    expect(parameters([noStack])).toEqual([])
    expect(parameters([status('UPDATE_COMPLETE\nStage\tCodeBucket\n')])).toEqual([])
  })

  it.each(['Stacks[0].[StackStatus', 'ServerlessDeploymentBucket'])('are not lost where %s cannot be read', (call) => {
    const { code, output, called } = deploy([{ call, refuses: 'An error occurred (AccessDenied)' }])
    expect(code).toBe(1)
    for (const says of ['cannot be read', 'AccessDenied']) expect(output).toContain(says)
    expect(called('create-change-set')).toEqual([])
  })

  it.each(['00', '020', '20000'])('take no %s executions', (number) => {
    const { code, called } = deploy([], '--webhook-concurrency', number)
    expect([code, called('')]).toEqual([1, []])
  })

  it('reserve only executions that the account has, before a first deployment', () => {
    const free = (prints: string): Answer => ({ call: 'get-account-settings', prints })
    const { code, output, called } = deploy([noStack, free('139')], '--webhook-concurrency', '20')
    expect(code).toBe(1)
    expect(output).toContain('needs 140 free executions, and the account has 139')
    expect(called('create-change-set')).toEqual([])
    expect(deploy([noStack, free('140')], '--webhook-concurrency', '20').code).toBe(0)
  })

  it.each([
    ['10', [], []],
    ['109', [], []],
    ['110', [], ['ParameterKey=OperatorConcurrency,ParameterValue=10']],
    ['900', ['--operator-concurrency', '0'], ['ParameterKey=OperatorConcurrency,ParameterValue=0']],
  ])('give the operator function a ceiling in an account with %s free executions and %j', (prints, options, named) => {
    expect(parameters([noStack, { call: 'get-account-settings', prints }], ...options)).toEqual(named)
  })
})

describe('a deployment that cannot be', () => {
  it.each([
    ['UPDATE_ROLLBACK_FAILED', 'continue-update-rollback --stack-name backoffice-bridge-prod'],
    ['ROLLBACK_COMPLETE', 'delete-stack --stack-name backoffice-bridge-prod'],
    ['UPDATE_IN_PROGRESS', 'wait until that has ended'],
  ])('in %s: deploy.sh names what to do', (state, says) => {
    const { code, output, called } = deploy([status(state)])
    expect(code).toBe(1)
    expect(output).toContain(says)
    expect(called('create-change-set')).toEqual([])
  })

  it('is of osls: deploy.sh leaves it alone', () => {
    const { code, output, called } = deploy([{ call: 'ServerlessDeploymentBucketName', prints: 'a-bucket' }])
    expect(code).toBe(1)
    expect(output).toContain('was deployed by osls')
    expect(called('create-change-set')).toEqual([])
  })

  it('asks CloudFormation for every table and secret that is removed, or may be replaced', () => {
    const { code, output, called } = deploy([{ call: 'AWS::DynamoDB::Table', prints: 'EventsTable2' }])
    expect(code).toBe(1)
    expect(output).toContain('EventsTable2')
    expect(called('AWS::DynamoDB::Table')[0]?.words).toContain(
      "[?Action!='Add'&&(Replacement!='False'||Action=='Remove')&&",
    )
    expect(called('execute-change-set')).toEqual([])
  })

  const failed = (state: string, ...answers: Answer[]) => {
    const ended: Answer = { call: 'Stacks[0].StackStatus', prints: state }
    const reasons: Answer = { call: 'describe-stack-events', prints: 'the reason\n' }
    const waits = ['wait stack-create-complete', 'wait stack-update-complete']
    return deploy([...answers, ended, reasons, ...waits.map((call) => ({ call, refuses: 'Waiter failed' }))])
  }

  it('and fails the first time: deploy.sh names what stays, and how to remove it', () => {
    const stays: Answer = { call: 'describe-stack-resources', prints: 'AWS::DynamoDB::Table  events-1\n' }
    const { code, output } = failed('ROLLBACK_COMPLETE', noStack, stays)
    expect(code).toBe(1)
    for (const says of ['the reason', 'events-1', '--no-deletion-protection-enabled', 'delete-table', 'delete-stack'])
      expect(output).toContain(says)
    expect(output).not.toContain('has restored')
  })

  it('and fails later: deploy.sh prints the reasons of this change alone', () => {
    const { output, called } = failed('UPDATE_ROLLBACK_COMPLETE')
    expect(output).toContain('CloudFormation has restored what was there before')
    const [, change] = /--client-request-token (release-\d+)/.exec(called('execute-change-set')[0]?.words ?? '') ?? []
    expect(change).toBeDefined()
    expect(called('describe-stack-events')[0]?.words).toContain(`ClientRequestToken=='${change}'&&contains(`)
  })

  it.each([
    ['UPDATE_ROLLBACK_FAILED', 'continue-update-rollback'],
    ['UPDATE_IN_PROGRESS', 'has not ended yet'],
  ])('and is in %s after it: deploy.sh does not say that all was restored', (state, says) => {
    const { code, output } = failed(state)
    expect(code).toBe(1)
    expect(output).toContain(says)
    expect(output).not.toContain('has restored')
  })
})
