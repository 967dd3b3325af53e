import { protect } from '@bollard/protect/next'
import { options, protection } from '../../protection.js'

export const GET = protect(protection, options, () => new Response('hello'))
