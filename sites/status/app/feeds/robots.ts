import { answerText } from '@bollard/site-kit/server'

/** Each page says for itself whether it wants to be found. */
export const loader = (): Response => answerText('User-agent: *\nAllow: /\n')
