import { defaultLanguage } from '@bollard/i18n'
import { answerText, publicOrigin, scopeOf } from '@bollard/site-kit/server'
import { writeLlmsFull } from './llms.server.ts'
import type { Route } from './+types/llms-full.ts'

export const loader = async ({ request, context }: Route.LoaderArgs) =>
  answerText(await writeLlmsFull(publicOrigin(scopeOf(context, request).site), defaultLanguage))
