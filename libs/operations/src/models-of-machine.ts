import { Injectable } from '@nestjs/common';
import { ANONYMIZE_MODEL, LocalModels, OCR_MODEL } from '#call';
import { Cell } from '#documents';
import { TypedModels } from '#typed';

/** What of this machine can be asked, whoever runs it. */
@Injectable()
export class ModelsOfMachine extends LocalModels {
  constructor(
    private readonly typed: TypedModels,
    private readonly cell: Cell,
  ) {
    super();
  }

  isReady(id: string): boolean {
    // It has no weights to wait for; what a document needs beside that is told when one comes.
    if (id === ANONYMIZE_MODEL.id) return true;
    return id === OCR_MODEL.id ? this.cell.recognises : this.typed.isReady(id);
  }
}
