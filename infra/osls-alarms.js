// osls loads JavaScript, and JavaScript loads TypeScript.
export { alarmResources } from './alarm-resources.ts'
