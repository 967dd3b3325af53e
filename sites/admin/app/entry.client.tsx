import { startInBrowser } from '@bollard/site-kit/client'

void startInBrowser()
