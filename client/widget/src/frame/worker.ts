import { serve } from '@bollard/proof-of-work/worker'
import { describeNavigator } from '../collector/describe-navigator.ts'

/** A dedicated worker's global scope; this file runs nowhere else. */
serve(self as never, { probe: () => describeNavigator(navigator) })
