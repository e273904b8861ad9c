/** A name as the personnel office writes it, and its form in the e-mail address. */
export interface SampleName {
  readonly written: string;
  readonly address: string;
}

/**
 * Family names, more frequent ones first; the number is how often a name is drawn.
 * Variant characters are written as escapes: U+FA19 looks like 神 and turns into it under NFC, and U+9AD9 and U+FA11 are
 * easily taken for 高 and 崎. CP932 can hold all three.
 */
export const familyNames: readonly SampleName[] = weighted(`
  佐藤 sato 40, 鈴木 suzuki 32, 高橋 takahashi 24, 阿部 abe 22, 佐々木 sasaki 22, 菅原 sugawara 18, 千葉 chiba 18,
  伊藤 ito 18, 渡辺 watanabe 18, 小野寺 onodera 15, 及川 oikawa 14, 遠藤 endo 14, 三浦 miura 14, 加藤 kato 14,
  田中 tanaka 13, 小林 kobayashi 13, 斎藤 saito 13, 中村 nakamura 12, 吉田 yoshida 12,
  山田 yamada 10, 今野 konno 10, 大友 otomo 9, 庄司 shoji 9, 熊谷 kumagai 9, 菊池 kikuchi 9, 後藤 goto 9,
  工藤 kudo 8, 山本 yamamoto 8, 松本 matsumoto 8, 井上 inoue 8, 木村 kimura 8, 早坂 hayasaka 7, 星 hoshi 7,
  齋藤 saito 7, 我妻 wagatsuma 6, 村上 murakami 6, 清水 shimizu 6, 林 hayashi 6, 森 mori 6, 石川 ishikawa 6,
  橋本 hashimoto 6, 八巻 yamaki 5, 大槻 otsuki 5, 鎌田 kamada 5, 相澤 aizawa 5, 柴田 shibata 5, 結城 yuki 5,
  皆川 minagawa 4, 長谷川 hasegawa 4, 五十嵐 igarashi 4, 本田 honda 4, 岡田 okada 4, 藤原 fujiwara 4, 平間 hirama 4,
  丹野 tanno 4, 志賀 shiga 4, 根本 nemoto 4, 渡邉 watanabe 4, 渡邊 watanabe 3, 八重樫 yaegashi 3, 小田島 odajima 3,
  軽部 karube 3, 色川 irokawa 2, 日下部 kusakabe 2, 勅使河原 teshigawara 1, 東海林 shoji 2, 辻 tsuji 3, 濵田 hamada 3,
  \u9AD9橋 takahashi 12, \u9AD9木 takagi 4, \u9AD9田 takada 3, 山\uFA11 yamazaki 8, 宮\uFA11 miyazaki 4,
  岩\uFA11 iwasaki 3, 尾\uFA11 ozaki 2, \uFA19谷 kamiya 4, \uFA19田 kanda 3, \uFA19山 kamiyama 2
`);

/**
 * Family names with U+20BB7, which CP932 lacks. They are drawn only outside the head office, because head-office names
 * must survive the portal's CSV.
 */
export const familyNamesBeyondCp932: readonly SampleName[] = weighted(`
  \u{20BB7}田 yoshida 3, \u{20BB7}野 yoshino 1, \u{20BB7}川 yoshikawa 1
`);

/** Given names, like {@link familyNames}. */
export const givenNames: readonly SampleName[] = weighted(`
  健一 kenichi 6, 誠 makoto 6, 隆 takashi 5, 浩 hiroshi 5, 修 osamu 4, 豊 yutaka 3, 茂 shigeru 3, 進 susumu 3,
  大輔 daisuke 8, 健太 kenta 7, 拓也 takuya 7, 翔太 shota 7, 直樹 naoki 7, 和也 kazuya 6, 達也 tatsuya 6, 亮 ryo 6,
  翔 sho 6, 蓮 ren 5, 大和 yamato 3, 悠斗 yuto 5, 陽介 yosuke 4, 慎太郎 shintaro 3, 浩二 koji 4, 正人 masato 4,
  学 manabu 4, 剛 tsuyoshi 4, 祐介 yusuke 5, 一樹 kazuki 4, 雄大 yudai 3, 航 wataru 3, 駿 shun 3, 颯太 sota 3,
  龍之介 ryunosuke 2, 康平 kohei 4, 智也 tomoya 4, 俊介 shunsuke 4, 英樹 hideki 4, 哲也 tetsuya 4, 幸一 koichi 3,
  美咲 misaki 8, 陽子 yoko 5, 由美 yumi 5, 久美子 kumiko 5, 恵 megumi 5, 裕子 yuko 5, 直子 naoko 5, 智子 tomoko 5,
  真由美 mayumi 5, 愛 ai 6, 彩 aya 6, 麻衣 mai 6, 舞 mai 5, 千尋 chihiro 4, 遥 haruka 5, 葵 aoi 4, 結衣 yui 5,
  さくら sakura 4, 陽菜 hina 4, 七海 nanami 4, 美穂 miho 4, 香織 kaori 5, 沙織 saori 4, 友美 tomomi 4, 佳奈 kana 4,
  優子 yuko 4, 真理 mari 3, 瞳 hitomi 3, 詩織 shiori 3, 楓 kaede 3, ひかり hikari 3, みのり minori 2, 奈々 nana 3,
  凜 rin 2, 桃子 momoko 2, 礼子 reiko 3, 和子 kazuko 2, 千代 chiyo 1, 薫 kaoru 3, 渚 nagisa 2, 瑞希 mizuki 3
`);

/** Users whose names are in Latin letters or katakana, each used once; CP932 can hold all of these. */
export const foreignNames: readonly SampleName[] = namesOf(`
  Nguyen Van An/nguyen.an, Tran Minh Duc/tran.duc, Le Thi Hoa/le.hoa, Pham Quang Huy/pham.huy, Wang Jing/wang.jing,
  Li Wei/li.wei, Zhang Xiaoyu/zhang.xiaoyu, Chen Yu-Ting/chen.yuting, Kim Minjun/kim.minjun, Park Seoyeon/park.seoyeon,
  Priya Sharma/sharma.priya, Arjun Patel/patel.arjun, Rahul Nair/nair.rahul, Maria Santos/santos.maria,
  Jose Reyes/reyes.jose, Siti Rahmawati/rahmawati.siti, Budi Santoso/santoso.budi, Somchai Wongsawat/wongsawat.somchai,
  Sean O'Connor/oconnor.sean, Thomas Becker/becker.thomas, Anna Kowalska/kowalska.anna, Lucas Moreira/moreira.lucas,
  Sarah Whitfield/whitfield.sarah, Daniel Osei/osei.daniel, グエン・ティ・ラン/nguyen.lan, ファム・ヴァン・ナム/pham.nam,
  サントス・マリア/santos.maria.k, 李 明/li.ming, 王 建国/wang.jianguo, 金 智恵/kim.jihye
`);

/** Like {@link foreignNames}, but with letters that CP932 lacks: only outside the head office. */
export const foreignNamesBeyondCp932: readonly SampleName[] = namesOf(`
  Nguyễn Thị Hương/nguyen.huong, Đỗ Văn Khánh/do.khanh, José Hernández/hernandez.jose, Jürgen Vögel/voegel.juergen,
  Łukasz Wiśniewski/wisniewski.lukasz, Zoë Brontsema/brontsema.zoe, François Delmas/delmas.francois,
  İbrahim Yıldız/yildiz.ibrahim, João Conceição/conceicao.joao, Siân Llewellyn/llewellyn.sian
`);

function weighted(table: string): SampleName[] {
  return entries(table).flatMap((entry) => {
    const [written = "", address = "", times = "1"] = entry.split(" ");
    return Array.from({ length: Number(times) }, () => ({ written, address }));
  });
}

function namesOf(table: string): SampleName[] {
  return entries(table).map((entry) => {
    const [written = "", address = ""] = entry.split("/");
    return { written, address };
  });
}

function entries(table: string): string[] {
  return table.split(",").map((entry) => entry.trim());
}
