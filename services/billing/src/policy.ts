import { bindPolicy } from '@bollard/access'
import { billingPolicy } from '@bollard/contracts'

/** Decides by the names of `billingPolicy`, which is the one table of who may do what here. */
export const { assertAllowed } = bindPolicy(billingPolicy)

export type Action = keyof typeof billingPolicy

/** Gross, in minor units: nobody pays out more than this alone, a second administrator has to agree. What goes back always needs one. */
export const fourEyesAboveMinor = 1_000_00
