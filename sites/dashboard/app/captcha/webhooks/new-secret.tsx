import { Alert, Card, CardHeader, CodeBlock, CopyField } from '@bollard/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { highlight } from '../../solution/set-up/highlight.ts'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { verifySnippet } from './verify-snippet.ts'

/** A secret this once, with what to do with it; an empty one was told already. Takes the focus: the form that made it may be gone. */
export function NewWebhookSecret({ title, secret, children }: { title: string; secret: string; children?: ReactNode }) {
  const { t } = useTranslation()
  const texts = useCopyTexts()
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <Card className="grid min-w-0 gap-4 sm:p-6">
      <CardHeader title={title} className="!mb-0" />
      <Alert ref={alert} kind="warning">
        {secret === '' ? t(($) => $.webhooks.secret.gone) : t(($) => $.webhooks.secret.about)}
      </Alert>
      {secret === '' ? null : <CopyField label={t(($) => $.webhooks.secret.label)} value={secret} texts={texts} />}
      <p className="text-sm">{t(($) => $.webhooks.secret.verify)}</p>
      <CodeBlock
        code={verifySnippet}
        html={highlight(verifySnippet)}
        title="Node.js"
        texts={texts}
        className="min-w-0"
      />
      {children}
    </Card>
  )
}
