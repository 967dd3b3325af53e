import type { AlertSettings, Problem } from '@bollard/contracts'
import { isLanguage } from '@bollard/i18n'
import { textOf } from '@bollard/site-kit'
import { act, apiOf } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'

export interface AlertsAnswer {
  problem: Problem | null
  /** The settings as they were sent; null once they are saved. */
  typed: AlertSettings | null
}

/** Saves the whole form. Rows without an address are recipients that somebody removed. */
export async function changeAlerts(sender: {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
}): Promise<AlertsAnswer> {
  const { context, request, solutionId } = sender
  const form = await request.formData()
  const typed = typedSettings(form)
  const version = Number(textOf(form, 'version'))
  const answer = await act(
    sender,
    apiOf(context, request).putAlertSettings({ solutionId, alertSettingsDto: { ...typed, version } }),
  )
  return answer.ok ? { problem: null, typed: null } : { problem: answer.problem, typed }
}

/** What is no number stays none, and the service says beside which field. */
function typedSettings(form: FormData): AlertSettings {
  const number = (name: string) => Number.parseFloat(textOf(form, name))
  const recipients = Array.from({ length: 10 }).flatMap((_, index) => {
    const email = textOf(form, `recipients/${index}/email`).trim()
    const language = textOf(form, `recipients/${index}/language`)
    return email === '' ? [] : [{ email, language: isLanguage(language) ? language : 'en' }]
  })
  const monthly = textOf(form, 'usage/monthly').trim()
  return {
    recipients,
    attack: { enabled: form.has('attack/enabled'), least: number('attack/least'), factor: number('attack/factor') },
    passRateFalling: {
      enabled: form.has('passRateFalling/enabled'),
      points: number('passRateFalling/points'),
      least: number('passRateFalling/least'),
    },
    resultsNeverFetched: {
      enabled: form.has('resultsNeverFetched/enabled'),
      percent: number('resultsNeverFetched/percent'),
      least: number('resultsNeverFetched/least'),
    },
    usage: { enabled: form.has('usage/enabled'), monthly: monthly === '' ? null : number('usage/monthly') },
    underAttack: { enabled: form.has('underAttack/enabled') },
  }
}
