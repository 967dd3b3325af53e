import { answer, bollard, protect } from '../forms'

export const POST = protect(
  bollard,
  { onRefused: ({ code }) => new Response(`own answer: ${code}`, { status: 422 }) },
  answer,
)
