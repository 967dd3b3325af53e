#!/usr/bin/env node
import { createBollard } from './create-bollard.ts'
import { openTerminal } from './open-terminal.ts'

process.exitCode = await createBollard(process.argv.slice(2), openTerminal())
