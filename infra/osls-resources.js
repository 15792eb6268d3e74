// What osls loads for serverless.yml: it loads JavaScript, and JavaScript loads TypeScript.

import { loadConfig } from '../local/load-config.ts'
import * as alarms from './alarm-resources.ts'
import * as notifications from './notification-resources.ts'
import * as retention from './retention-resources.ts'

export const alarmResources = async () => alarms.alarmResources(await loadConfig())
export const notificationResources = async () => notifications.notificationResources(await loadConfig())
export const retentionResources = async () => retention.retentionResources(await loadConfig())
export const decideSecret = async () => notifications.decideSecret(await loadConfig())
export const decideEnvironment = async () => notifications.decideEnvironment(await loadConfig())
export const notificationsTopic = async () => notifications.notificationsTopic(await loadConfig())
