import { hashWord } from './letters.js';

/**
 * The months of the European languages in the forms in which they stand in dates, and their short forms
 * where they differ; a word may stand for two months (`listopada`), which makes no difference to a date.
 */
const MONTHS = [
  'january jan januar jänner janvier janv enero ene gennaio gen janeiro januari tammikuuta tammikuu stycznia styczeń sty ledna leden januára január jan ianuarie ian януари ян ιανουαρίου ιαν siječnja sij januarja jaanuar janvāris janvārī janvāra sausio janúar eanáir jannar',
  'february feb februar feber fevrier févr février febrero febbraio fevereiro fev februari helmikuuta helmikuu lutego luty lut února únor februára február februarie φεβρουαρίου φεβ февруари veljače vel februarja veebruar februāris februāra februārī vasario febrúar feabhra frar',
  'march mar märz mrz mars marzo março maart mrt marts maaliskuuta maaliskuu marca marzec března březen márca március márc martie март μαρτίου μαρ ožujka ožu märts marta martā kovo márta marzu',
  'april apr avril avr abril abr aprile huhtikuuta huhtikuu kwietnia kwiecień kwi dubna duben apríla április ápr aprilie април απριλίου απρ travnja tra aprila aprill aprīļa aprīlī balandžio apríl aibreán',
  'may mai mayo maggio mag maio mei maj toukokuuta toukokuu maja května květen mája május máj май μαΐου μαι svibnja svi maijā maija gegužės maí bealtaine mejju',
  'june jun juni juin junio giugno giu junho kesäkuuta kesäkuu czerwca czerwiec cze června červen júna június jún iunie iun юни ιουνίου ιουν lipnja junija juuni jūnija jūnijā birželio júní meitheamh ġunju',
  'july jul juli juillet juil julio luglio lug julho heinäkuuta heinäkuu lipca lipiec lip července červenec júla július júl iulie iul юли ιουλίου ιουλ srpnja srp julija juuli jūlija jūlijā liepos júlí iúil lulju',
  'august aug août agosto ago augustus augusti elokuuta elokuu sierpnia sierpień sie srpna srpen augusta augusztus август αυγούστου αυγ kolovoza kol avgusta augustā rugpjūčio ágúst lúnasa awwissu',
  'september sep sept septembre septiembre setiembre settembre set setembro syyskuuta syyskuu września wrzesień wrz září septembra szeptember szept septembrie септември σεπτεμβρίου σεπ rujna ruj septembrī rugsėjo settembru',
  'october oct oktober okt octobre octubre ottobre ott outubro out lokakuuta lokakuu października październik paź října říjen októbra október octombrie октомври οκτωβρίου οκτ listopada lis oktobra oktoober oktobrī spalio ottubru',
  'november nov novembre noviembre novembro marraskuuta marraskuu listopada listopad listopadu novembra noiembrie noi ноември νοεμβρίου νοε studenoga studenog stu novembrī lapkričio nóvember samhain novembru',
  'december dec dezember dez décembre déc diciembre dic dicembre dezembro joulukuuta joulukuu grudnia grudzień gru prosince prosinec decembra decembrie декември δεκεμβρίου δεκ prosinca pro detsember decembrī gruodžio desember des nollaig diċembru',
] as const;

const MONTH_OF = new Map(
  MONTHS.flatMap((words, index) =>
    words.split(' ').map((word): [number, number] => [hashWord(word), index + 1]),
  ),
);

/** From 1 to 12. */
export const monthOf = (word: string): number | undefined => MONTH_OF.get(hashWord(word));
