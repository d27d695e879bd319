import type { DataKind } from './data-kinds.js';

/** Numbers that a policy may name one by one, by the kind that they are of; the first two letters are the country. */
const NUMBERS = {
  tax_id:
    'at_tax_number au_tfn br_cpf cy_tic de_tax_id de_tax_number fr_nif gb_utr gr_afm ' +
    'hu_tax_id in_pan it_codice_fiscale pl_nip pt_nif si_tax_number ua_rnokpp us_itin',
  social_security_number:
    'at_social_security ca_sin ch_ahv de_social_security es_nss fr_nir gb_nino gr_amka us_ssn',
  health_insurance_id: 'au_medicare de_health_insurance gb_nhs hu_taj us_npi',
  id_card:
    'cz_id_card de_id_card fr_cni hu_id_card it_id_card mt_id nl_id_card pl_id_card pt_cc ' +
    'ro_id_card sk_id_card',
  passport:
    'at_passport be_passport ch_passport de_passport es_passport fr_passport gb_passport ' +
    'it_passport nl_passport pl_passport pt_passport us_passport',
  driver_licence:
    'de_driver_licence fr_driver_licence gb_driver_licence it_driver_licence ' +
    'nl_driver_licence pl_driver_licence',
  national_id:
    'be_national_number bg_egn bg_pnf cz_rc dk_cpr ee_ik es_dni es_nie fi_hetu hr_oib ie_pps ' +
    'in_aadhaar is_kennitala lt_asmens lu_national_id lv_pk nl_bsn no_fodselsnummer pl_pesel ' +
    'ro_cnp rs_jmbg se_personnummer si_emso sk_rc tr_tckn za_id',
  company_id: 'ch_uid cz_ico dk_cvr es_cif fi_ytunnus fr_siren fr_siret no_orgnr pl_regon se_orgnr',
  bank_account:
    'cz_account de_account es_ccc gb_account no_konto pl_nrb se_konto sk_account us_aba',
  vat_id:
    'at_vat be_vat bg_vat cy_vat cz_vat de_vat dk_vat ee_vat es_vat fi_vat fr_vat gb_vat ' +
    'gr_vat hr_vat hu_vat it_vat lu_vat mt_vat nl_vat pl_vat pt_vat se_vat si_vat sk_vat ' +
    'xi_vat',
} as const satisfies Partial<Record<DataKind, string>>;

/** Subtype to kind. */
export const DATA_SUBTYPES: ReadonlyMap<string, DataKind> = new Map(
  (Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).flatMap((kind) =>
    NUMBERS[kind].split(' ').map((subtype) => [subtype, kind] as const),
  ),
);
