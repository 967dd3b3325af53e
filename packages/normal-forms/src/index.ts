export { boxOf, type Mailbox } from './mailbox.ts'
export { normalPath } from './normal-path.ts'
