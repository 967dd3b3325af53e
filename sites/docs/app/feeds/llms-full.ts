import { defaultLanguage } from '@bollard/i18n'
import { publicOrigin, scopeOf } from '@bollard/site-kit/server'
import { plainText } from './plain-text.ts'
import { writeLlmsFull } from './llms.server.ts'
import type { Route } from './+types/llms-full.ts'

export const loader = async ({ request, context }: Route.LoaderArgs) =>
  plainText(await writeLlmsFull(publicOrigin(scopeOf(context, request).site), defaultLanguage))
