import { recordEvent } from '@bollard/audit'

/** Never a secret: the log cannot be changed. */
export const recordAudit = recordEvent
