import { bindPolicy } from '@bollard/access'
import { billingPolicy } from '@bollard/contracts'

/** Decides by the names of `billingPolicy`, which is the one table of who may do what here. */
export const { assertAllowed } = bindPolicy(billingPolicy)

export type Action = keyof typeof billingPolicy

/** Gross, in minor units: nobody pays out or gives back more than this alone, a second administrator has to agree. */
export const fourEyesAboveMinor = 1_000_00
