import { ProblemAlert } from '@bollard/site-kit'
import { Alert, Card, CardHeader, CopyField } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DoneToast } from '../../forms/done-toast.tsx'
import { mayAdminister } from '../admins-only.tsx'
import { useMayMakeApiKeys } from '../../frame/use-signed-in.ts'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { SettingsPage } from '../settings-page.tsx'
import { useSettings } from '../use-settings.ts'
import type { KeyKind, KeysAnswer } from './change-keys.server.ts'
import { KeyForm } from './key-form.tsx'
import { KeyList } from './key-list.tsx'
import type { LoadedKeys } from './load-keys.server.ts'
import { noKey } from './typed-key.ts'

interface KeysPageProps {
  kind: KeyKind
  loaded: LoadedKeys
  answer: KeysAnswer | null
}

/** The keys of one kind, and the form of a new one. */
export function KeysPage({ kind, loaded, answer }: KeysPageProps) {
  const { t } = useTranslation()
  const { solution } = useSettings()
  const mayMakeApiKeys = useMayMakeApiKeys()
  const mayChange = mayAdminister(solution)
  const isForOperators = kind === 'api' && !mayMakeApiKeys
  const refused = answer?.did === 'create' ? answer : null
  const intent = refused?.intent || loaded.intent
  return (
    <SettingsPage
      title={t(($) => $.settings.pages[kind === 'api' ? 'api-keys' : 'bypass-keys'])}
      subtitle={t(($) => $.keys[kind].about)}
    >
      {answer?.secretKey == null ? null : <NewKey key={answer.secretKey} secretKey={answer.secretKey} />}
      {answer?.did === 'revoke' && answer.problem === null ? (
        <DoneToast key={answer.keyId}>{t(($) => $.keys.revoke.done)}</DoneToast>
      ) : null}
      {answer?.did === 'update' && answer.problem === null ? (
        <DoneToast key={answer.keyId}>{t(($) => $.keys.edit.done)}</DoneToast>
      ) : null}
      {answer && answer.did !== 'create' && answer.did !== 'update' ? <ProblemAlert problem={answer.problem} /> : null}
      <KeyList
        kind={kind}
        loaded={loaded}
        changed={answer?.did === 'update' ? answer : null}
        // Closing a leak works also while a solution is read-only.
        mayRevoke={solution.myRole === 'ADMIN'}
        mayRotate={({ scopes }) =>
          mayChange && (!isForOperators || scopes?.every((scope) => scope === 'verify') === true)
        }
      />
      {isForOperators && solution.myRole === 'ADMIN' ? (
        <Alert kind="info">{t(($) => $.keys.forOperators)}</Alert>
      ) : null}
      <KeyForm
        key={intent}
        kind={kind}
        environments={loaded.environments}
        typed={refused?.typed ?? loaded.typed ?? noKey}
        problem={refused?.problem ?? null}
        intent={intent}
        mayCreate={mayChange && !isForOperators}
        isBack={loaded.typed !== null}
        max={loaded.max}
      />
    </SettingsPage>
  )
}

/** A key this once. Takes the focus: the form that made it is empty again. */
function NewKey({ secretKey }: { secretKey: string }) {
  const { t } = useTranslation()
  const texts = useCopyTexts()
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <Card className="grid gap-4 sm:p-6">
      <CardHeader title={t(($) => $.keys.made)} className="!mb-0" />
      <Alert ref={alert} kind="warning">
        {secretKey === '' ? t(($) => $.keys.toldAlready) : t(($) => $.keys.onlyOnce)}
      </Alert>
      {secretKey === '' ? null : <CopyField label={t(($) => $.keys.key)} value={secretKey} texts={texts} />}
    </Card>
  )
}
