import type { Site } from '@bollard/contracts'
import { problemText } from '@bollard/site-kit'
import { Alert, Button, ButtonLink, Dialog, DialogClose } from '@bollard/ui'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useFetcher } from 'react-router'
import type { action } from './secret-key.tsx'
import { NewSecretKey, ReplaceKeyChoice, useReplaceKeyTexts } from './replace-key-words.tsx'

interface ReplaceKeyButtonProps {
  /** What is known of the key to replace; null makes a first one. */
  secretKey: Site['secretKey']
  address: string
  label: string
}

/** Leads to the page that replaces the key; with JavaScript the same happens in a dialog. `address` is that page. */
export function ReplaceKeyButton({ secretKey, address, label }: ReplaceKeyButtonProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  // A new key for each opening, so that a dialog opened again does not show the secret of the last time.
  const [opening, setOpening] = useState(0)
  const fetcher = useFetcher<typeof action>({ key: `${address}#${opening}` })
  const link = useRef<HTMLAnchorElement>(null)
  const answer = fetcher.data
  const made = answer && 'made' in answer ? answer.made : null
  const form = useId()
  const { question, submit, submitting, failed } = useReplaceKeyTexts(secretKey)
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpening((before) => before + 1)
    setOpen(true)
  }
  const onOpenChange = (isOpen: boolean) => {
    setOpen(isOpen)
    // The dialog knows no trigger to give the focus back to, and lets go of it a moment after it closed.
    if (!isOpen) setTimeout(() => link.current?.focus(), 50)
  }
  return (
    <>
      <ButtonLink asChild size="dense">
        <Link ref={link} to={address} onClick={onClick} aria-haspopup="dialog">
          {label}
        </Link>
      </ButtonLink>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        closeLabel={t(($) => $.elements.close)}
        title={made ? t(($) => $.secretKey.doneTitle) : question}
        footer={
          made ? (
            <DialogClose asChild>
              <Button variant="ink">{t(($) => $.elements.close)}</Button>
            </DialogClose>
          ) : (
            <>
              <DialogClose asChild>
                <Button>{t(($) => $.elements.cancel)}</Button>
              </DialogClose>
              <fetcher.Form id={form} method="post" action={address}>
                <input type="hidden" name="apiKeyId" value={secretKey?.id ?? ''} />
                <Button type="submit" variant="danger" aria-disabled={fetcher.state !== 'idle'}>
                  {fetcher.state === 'idle' ? submit : submitting}
                </Button>
              </fetcher.Form>
            </>
          )
        }
      >
        {made ? <NewSecretKey made={made} /> : <ReplaceKeyChoice secretKey={secretKey} form={form} />}
        {answer && 'problem' in answer ? (
          <Alert kind="danger" title={failed}>
            {problemText(t, answer.problem)}
          </Alert>
        ) : null}
      </Dialog>
    </>
  )
}
