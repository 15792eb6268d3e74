import { describeMainJob } from './describe-main-job.ts'
import { describePackaged } from './describe-packaged.ts'

// Where a stack can be deployed, npm run check runs the same tests of the deployed functions instead.
describePackaged(describeMainJob)
