import { Controller, Head, HttpCode } from '@nestjs/common';

/** Coding agents warm their connection up here, and at the base that they were given. */
@Controller(['api/hello', 'alt/api/hello', 'anthropic/api/hello', 'alt', 'anthropic'])
export class HelloController {
  @Head()
  @HttpCode(200)
  hello(): void {}
}
