import { useNavigation } from 'react-router'

/** True from the moment a form is sent until the page that answers it is complete; going along a link is no sending. */
export function useIsSending(): boolean {
  return useNavigation().formMethod !== undefined
}
