/// <reference path="../../../packages/content/src/virtual-content.d.ts" />
