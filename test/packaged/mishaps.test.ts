import { describeEndedRun, describeMishaps } from './describe-mishaps.ts'
import { describePackaged } from './describe-packaged.ts'
import { describeUnreachable } from './describe-unreachable.ts'

describePackaged((open) => {
  describeMishaps(open)
  describeEndedRun(open)
  describeUnreachable(open)
})
