import { protect } from '@bollard/protect/next'
import { options, protection } from '../../protection.js'

export const POST = protect(protection, options, () => new Response('failing', { status: 422 }))
