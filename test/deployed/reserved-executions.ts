import type { Account } from './account.ts'

/** How many executions of a function are reserved. */
export async function reservedExecutions({ emulator, stack }: Account, name: string): Promise<number | undefined> {
  const [FunctionName] = [...(await stack()).functions.keys()].filter((one) => one.endsWith(`-${name}`))
  const found = await emulator.call<{ ReservedConcurrentExecutions?: number }>('lambda', 'get_function_concurrency', {
    FunctionName,
  })
  return found.ReservedConcurrentExecutions
}
