import { defaultLanguage } from '@bollard/i18n'
import { answerText, publicOrigin, scopeOf } from '@bollard/site-kit/server'
import { writeLlms } from './llms.server.ts'
import type { Route } from './+types/llms.ts'

export const loader = async ({ request, context }: Route.LoaderArgs) =>
  answerText(await writeLlms(publicOrigin(scopeOf(context, request).site), defaultLanguage))
