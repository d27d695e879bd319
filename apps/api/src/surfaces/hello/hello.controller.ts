import { Controller, Head, HttpCode } from '@nestjs/common';

/** Coding agents warm their connection up here. */
@Controller('api/hello')
export class HelloController {
  @Head()
  @HttpCode(200)
  hello(): void {}
}
