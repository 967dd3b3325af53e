import { Button } from '@bollard/ui'
import { Form } from 'react-router'
import type { Deed } from './report-answer.ts'

/** The button that ends one entry of a list. */
export function EndForm({ id, deed, label, about }: { id: string; deed: Deed; label: string; about: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="do" value={deed} size="dense" aria-label={`${label}: ${about}`}>
        {label}
      </Button>
    </Form>
  )
}
