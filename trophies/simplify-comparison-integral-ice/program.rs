#![recursion_limit = "414"]
#![feature(custom_mir, core_intrinsics, f16, f128, float_minimum_maximum, never_type)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub enum E1 {
    V0 { f0: *mut u16 },
    V1,
    V2 { f0: usize, f1: u64 },
}

#[derive(Clone, Copy)]
#[repr(u16)]
pub enum E2 {
    V0,
    V1(char, char, u16, u128),
    V2 { f0: u64, f1: *const i32, f2: *mut char },
    V3(char, *const u32, *const u32),
}

const C4: fn(&'static usize, &'static usize) -> i16 = fn2 as fn(&'static usize, &'static usize) -> i16;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn fn0(mut _1: i32, mut _2: usize, mut _3: i8) -> i32 {
    mir! {
        type RET = i32;
        let _255: fn(&'static usize, &'static usize) -> i16;
        {
            Goto(bb1)
        }
        bb1 = {
            Goto(bb3)
        }
        bb3 = {
            Goto(bb6)
        }
        bb6 = {
            Goto(bb8)
        }
        bb8 = {
            Goto(bb12)
        }
        bb12 = {
            Goto(bb13)
        }
        bb13 = {
            Goto(bb14)
        }
        bb14 = {
            Goto(bb15)
        }
        bb15 = {
            Goto(bb16)
        }
        bb16 = {
            Goto(bb19)
        }
        bb19 = {
            Goto(bb21)
        }
        bb21 = {
            Goto(bb24)
        }
        bb24 = {
            Goto(bb25)
        }
        bb25 = {
            Goto(bb26)
        }
        bb26 = {
            Goto(bb27)
        }
        bb27 = {
            Goto(bb28)
        }
        bb28 = {
            Goto(bb31)
        }
        bb31 = {
            Goto(bb34)
        }
        bb34 = {
            Goto(bb35)
        }
        bb35 = {
            Goto(bb36)
        }
        bb36 = {
            Goto(bb39)
        }
        bb39 = {
            Goto(bb40)
        }
        bb40 = {
            Goto(bb41)
        }
        bb41 = {
            Goto(bb44)
        }
        bb44 = {
            Goto(bb46)
        }
        bb46 = {
            Goto(bb47)
        }
        bb47 = {
            Goto(bb49)
        }
        bb49 = {
            Goto(bb52)
        }
        bb52 = {
            Goto(bb53)
        }
        bb53 = {
            Goto(bb54)
        }
        bb54 = {
            Goto(bb55)
        }
        bb55 = {
            Goto(bb57)
        }
        bb56 = {
            Goto(bb67)
        }
        bb57 = {
            Goto(bb58)
        }
        bb58 = {
            Goto(bb62)
        }
        bb62 = {
            Goto(bb63)
        }
        bb63 = {
            Goto(bb66)
        }
        bb66 = {
            Goto(bb56)
        }
        bb67 = {
            Goto(bb68)
        }
        bb68 = {
            Goto(bb69)
        }
        bb69 = {
            Goto(bb70)
        }
        bb70 = {
            Goto(bb71)
        }
        bb71 = {
            Goto(bb72)
        }
        bb72 = {
            Goto(bb76)
        }
        bb76 = {
            Goto(bb78)
        }
        bb78 = {
            Goto(bb79)
        }
        bb79 = {
            Goto(bb80)
        }
        bb80 = {
            Goto(bb81)
        }
        bb81 = {
            Goto(bb82)
        }
        bb82 = {
            Goto(bb85)
        }
        bb85 = {
            Goto(bb86)
        }
        bb86 = {
            Goto(bb87)
        }
        bb87 = {
            Goto(bb89)
        }
        bb89 = {
            Goto(bb92)
        }
        bb92 = {
            Goto(bb93)
        }
        bb93 = {
            Goto(bb94)
        }
        bb94 = {
            Goto(bb97)
        }
        bb97 = {
            Goto(bb101)
        }
        bb101 = {
            Goto(bb105)
        }
        bb105 = {
            Goto(bb106)
        }
        bb106 = {
            Goto(bb107)
        }
        bb107 = {
            Goto(bb110)
        }
        bb110 = {
            Goto(bb111)
        }
        bb111 = {
            Goto(bb112)
        }
        bb112 = {
            Goto(bb113)
        }
        bb113 = {
            Goto(bb114)
        }
        bb114 = {
            Goto(bb115)
        }
        bb115 = {
            Goto(bb118)
        }
        bb118 = {
            Goto(bb119)
        }
        bb119 = {
            Goto(bb120)
        }
        bb120 = {
            Goto(bb121)
        }
        bb121 = {
            Goto(bb122)
        }
        bb122 = {
            Goto(bb124)
        }
        bb124 = {
            Goto(bb125)
        }
        bb125 = {
            Goto(bb126)
        }
        bb126 = {
            Goto(bb127)
        }
        bb127 = {
            _255 = C4;
            Goto(bb131)
        }
        bb131 = {
            Goto(bb132)
        }
        bb132 = {
            Goto(bb133)
        }
        bb133 = {
            Goto(bb135)
        }
        bb135 = {
            Goto(bb136)
        }
        bb136 = {
            Goto(bb137)
        }
        bb137 = {
            Goto(bb138)
        }
        bb138 = {
            Goto(bb141)
        }
        bb141 = {
            Goto(bb142)
        }
        bb142 = {
            Goto(bb143)
        }
        bb143 = {
            Goto(bb144)
        }
        bb144 = {
            Goto(bb145)
        }
        bb145 = {
            Goto(bb146)
        }
        bb146 = {
            Goto(bb149)
        }
        bb149 = {
            Goto(bb151)
        }
        bb151 = {
            Goto(bb152)
        }
        bb152 = {
            Goto(bb154)
        }
        bb154 = {
            Goto(bb155)
        }
        bb155 = {
            Goto(bb159)
        }
        bb159 = {
            Goto(bb160)
        }
        bb160 = {
            Goto(bb161)
        }
        bb161 = {
            Goto(bb163)
        }
        bb163 = {
            Goto(bb164)
        }
        bb164 = {
            Goto(bb166)
        }
        bb166 = {
            Goto(bb168)
        }
        bb168 = {
            Goto(bb169)
        }
        bb169 = {
            Goto(bb170)
        }
        bb170 = {
            Goto(bb171)
        }
        bb171 = {
            Goto(bb172)
        }
        bb172 = {
            Goto(bb174)
        }
        bb174 = {
            Goto(bb176)
        }
        bb176 = {
            Goto(bb177)
        }
        bb177 = {
            Goto(bb178)
        }
        bb178 = {
            Goto(bb179)
        }
        bb179 = {
            Goto(bb183)
        }
        bb183 = {
            Goto(bb184)
        }
        bb184 = {
            Goto(bb185)
        }
        bb185 = {
            Goto(bb186)
        }
        bb186 = {
            Goto(bb187)
        }
        bb187 = {
            Goto(bb188)
        }
        bb188 = {
            Goto(bb190)
        }
        bb190 = {
            Goto(bb192)
        }
        bb192 = {
            Goto(bb195)
        }
        bb195 = {
            Goto(bb198)
        }
        bb198 = {
            Goto(bb199)
        }
        bb199 = {
            Goto(bb202)
        }
        bb202 = {
            Goto(bb205)
        }
        bb205 = {
            Goto(bb206)
        }
        bb206 = {
            Goto(bb207)
        }
        bb207 = {
            Goto(bb208)
        }
        bb208 = {
            Goto(bb209)
        }
        bb209 = {
            Goto(bb210)
        }
        bb210 = {
            Goto(bb213)
        }
        bb213 = {
            Goto(bb214)
        }
        bb214 = {
            Goto(bb215)
        }
        bb215 = {
            Goto(bb217)
        }
        bb217 = {
            Goto(bb218)
        }
        bb218 = {
            Goto(bb220)
        }
        bb220 = {
            Goto(bb223)
        }
        bb223 = {
            Goto(bb224)
        }
        bb224 = {
            Goto(bb225)
        }
        bb225 = {
            Goto(bb226)
        }
        bb226 = {
            Goto(bb227)
        }
        bb227 = {
            Goto(bb231)
        }
        bb231 = {
            Goto(bb232)
        }
        bb232 = {
            Goto(bb233)
        }
        bb233 = {
            Goto(bb234)
        }
        bb234 = {
            Goto(bb237)
        }
        bb237 = {
            Goto(bb238)
        }
        bb238 = {
            Goto(bb241)
        }
        bb241 = {
            Goto(bb242)
        }
        bb242 = {
            Goto(bb244)
        }
        bb244 = {
            Goto(bb245)
        }
        bb245 = {
            Goto(bb246)
        }
        bb246 = {
            Goto(bb247)
        }
        bb247 = {
            Goto(bb249)
        }
        bb249 = {
            Goto(bb252)
        }
        bb252 = {
            Goto(bb254)
        }
        bb254 = {
            Goto(bb255)
        }
        bb255 = {
            Goto(bb256)
        }
        bb256 = {
            Goto(bb257)
        }
        bb257 = {
            Goto(bb247)
        }
    }
}

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn fn2(mut _1: &'static usize, mut _2: &'static usize) -> i16 {
    mir! {
        type RET = i16;
        let _27: usize;
        let _31: (usize, bool);
        let _45: E1;
        let _47: E2;
        let _49: usize;
        let _52: bool;
        let _56: *mut u16;
        {
            Goto(bb1)
        }
        bb1 = {
            Goto(bb4)
        }
        bb4 = {
            Goto(bb6)
        }
        bb6 = {
            Goto(bb7)
        }
        bb7 = {
            Goto(bb9)
        }
        bb9 = {
            Goto(bb12)
        }
        bb12 = {
            Goto(bb15)
        }
        bb15 = {
            Goto(bb17)
        }
        bb17 = {
            Goto(bb20)
        }
        bb20 = {
            Goto(bb22)
        }
        bb21 = {
            Goto(bb28)
        }
        bb22 = {
            Goto(bb25)
        }
        bb25 = {
            Goto(bb26)
        }
        bb26 = {
            Goto(bb27)
        }
        bb27 = {
            match _27 {
                11 => bb21,
                _ => bb20,
            }
        }
        bb28 = {
            _49 = !(*_1);
            Goto(bb30)
        }
        bb30 = {
            _52 = 16_usize == _49;
            match _52 {
                false => bb31,
                true => bb32,
                _ => bb33,
            }
        }
        bb31 = {
            Goto(bb34)
        }
        bb32 = {
            place!(Field::<usize>(Variant(_45, 2), 0)) = !_31.0;
            Goto(bb110)
        }
        bb33 = {
            Goto(bb96)
        }
        bb34 = {
            Goto(bb35)
        }
        bb35 = {
            _56 = &raw mut place!(Field::<u16>(Variant(_47, 1), 2));
            Goto(bb36)
        }
        bb36 = {
            Goto(bb39)
        }
        bb39 = {
            Goto(bb41)
        }
        bb41 = {
            Goto(bb43)
        }
        bb43 = {
            Goto(bb44)
        }
        bb44 = {
            Goto(bb45)
        }
        bb45 = {
            Goto(bb46)
        }
        bb46 = {
            Goto(bb47)
        }
        bb47 = {
            Goto(bb48)
        }
        bb48 = {
            Goto(bb49)
        }
        bb49 = {
            Goto(bb50)
        }
        bb50 = {
            Goto(bb54)
        }
        bb54 = {
            Goto(bb59)
        }
        bb59 = {
            Goto(bb62)
        }
        bb62 = {
            Goto(bb65)
        }
        bb65 = {
            Goto(bb67)
        }
        bb67 = {
            Goto(bb69)
        }
        bb69 = {
            Goto(bb70)
        }
        bb70 = {
            Goto(bb71)
        }
        bb71 = {
            Goto(bb72)
        }
        bb72 = {
            Goto(bb76)
        }
        bb76 = {
            Goto(bb78)
        }
        bb78 = {
            Goto(bb79)
        }
        bb79 = {
            Goto(bb80)
        }
        bb80 = {
            Goto(bb81)
        }
        bb81 = {
            Goto(bb82)
        }
        bb82 = {
            Goto(bb85)
        }
        bb85 = {
            Goto(bb86)
        }
        bb86 = {
            Goto(bb89)
        }
        bb89 = {
            Goto(bb90)
        }
        bb90 = {
            Goto(bb91)
        }
        bb91 = {
            Goto(bb94)
        }
        bb94 = {
            Goto(bb96)
        }
        bb96 = {
            Goto(bb97)
        }
        bb97 = {
            Goto(bb98)
        }
        bb98 = {
            Goto(bb101)
        }
        bb101 = {
            Goto(bb102)
        }
        bb102 = {
            Goto(bb103)
        }
        bb103 = {
            Goto(bb104)
        }
        bb104 = {
            Return()
        }
        bb110 = {
            Goto(bb97)
        }
    }
}

fn main() {
    fn0(core::hint::black_box(-63_i32), core::hint::black_box(62_usize), core::hint::black_box(-8_i8));
}
