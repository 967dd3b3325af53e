import { answer, bollard, protect } from '../forms'

// Next itself doesn't tell the visitor's address; its own server sets this header.
export const POST = protect(
  bollard,
  { remoteIp: ({ headers }) => headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().replace('::ffff:', '') },
  answer,
)
